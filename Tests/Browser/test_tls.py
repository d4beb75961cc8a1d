"""TLS and HTTP/2, with a certificate of the test's own."""

import contextlib
import os
import signal
import socket
import ssl
import subprocess

import h2.config
import h2.connection
import h2.events
import h2.settings
import httpx
import pytest

from support.waiting import eventually


def issue(certificate, key):
    """Makes a certificate with a key of its own."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)


@pytest.fixture
def pair(tmp_path):
    """The files of a certificate and its key."""
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    issue(certificate, key)
    return certificate, key


@pytest.fixture
def secure_server(idle_server, pair):
    certificate, key = pair
    return idle_server.start("--tls-certificate", str(certificate), "--tls-key", str(key))


def served(server):
    """The certificate that a new connection gets."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_alpn_protocols(["h2"])
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as plain, context.wrap_socket(plain) as connection:
        assert connection.selected_alpn_protocol() == "h2"
        return connection.getpeercert(binary_form=True)


def in_file(certificate):
    return ssl.PEM_cert_to_DER_cert(certificate.read_text())


def test_pages_come_by_http_2(secure_server):
    with httpx.Client(http2=True, verify=False) as client:
        answer = client.get(secure_server.address)
        assert (answer.status_code, answer.http_version) == (200, "HTTP/2")
        assert "New todo" in answer.text
        assert "Secure" in answer.headers["set-cookie"]
        assert client.get(secure_server.address + "/health").http_version == "HTTP/2"


def test_http_1_1_is_served_by_tls_as_well(secure_server):
    with httpx.Client(verify=False) as client:
        answer = client.get(secure_server.address)
        assert (answer.status_code, answer.http_version) == (200, "HTTP/1.1")


def test_a_browser_gets_the_page_by_http_2_and_is_live(secure_server, browser):
    first, second = browser().open(), browser().open()
    protocol = first.run("return performance.getEntriesByType('navigation')[0].nextHopProtocol")
    assert protocol == "h2"
    first.add("One")
    second.shows("One").tick("One")
    first.says("0 active, 1 completed")
    assert first.here.get_cookie("__Host-ghostlight")["secure"]


def test_a_renewed_certificate_is_taken_up_and_disturbs_nobody(secure_server, pair, tmp_path):
    """The one of the start was served until it had expired, and the signal by which servers are told to read it again ended the process."""
    certificate, key = pair
    before = in_file(certificate)
    assert served(secure_server) == before
    with contextlib.closing(Unread(secure_server.port)) as peer:
        # As certbot does: new files, one after the other.
        issue(tmp_path / "new.pem", tmp_path / "new-key.pem")
        os.replace(tmp_path / "new.pem", certificate)
        secure_server.process.send_signal(signal.SIGHUP)
        eventually(lambda: "doesn't belong to the certificate" in secure_server.log.read_text())
        assert served(secure_server) == before
        os.replace(tmp_path / "new-key.pem", key)
        secure_server.process.send_signal(signal.SIGHUP)
        eventually(lambda: served(secure_server) == in_file(certificate))
        assert in_file(certificate) != before
        assert peer.ask(1) == 1
    assert "new connections get the renewed certificate, valid until 20" in secure_server.log.read_text()


def test_plain_text_on_the_secure_port_is_refused_and_disturbs_nobody(secure_server, browser):
    page = browser().open()
    with pytest.raises(httpx.HTTPError):
        httpx.get(secure_server.address.replace("https", "http"), timeout=5)
    page.add("One").shows("One")


def test_it_ends_within_three_seconds_with_secure_tabs_open(secure_server, browser):
    browser().open()
    elapsed, status = secure_server.term()
    assert status == 0
    assert elapsed < 3


class Unread:
    """A connection of HTTP/2 whose peer asks for something again and again, and reads none of the answers but their heads."""

    def __init__(self, port):
        context = ssl.create_default_context()
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        context.set_alpn_protocols(["h2"])
        self.socket = context.wrap_socket(socket.create_connection(("127.0.0.1", port), timeout=10))
        self.streams = h2.connection.H2Connection(
            h2.config.H2Configuration(validate_outbound_headers=False, normalize_outbound_headers=False))
        self.streams.initiate_connection()
        self.streams.update_settings({h2.settings.SettingCodes.INITIAL_WINDOW_SIZE: 0})
        # One for those that it begins with, and one for these.
        left = 2
        while left > 0:
            left -= self.hear(h2.events.SettingsAcknowledged)[0]

    def hear(self, *kinds):
        """Waits for events of these kinds. Gives how many there are of each, of one that has come at least."""
        while True:
            self.socket.sendall(self.streams.data_to_send())
            events = self.streams.receive_data(self.socket.recv(65_536))
            found = [sum(isinstance(event, kind) for event in events) for kind in kinds]
            if any(found):
                return found

    def ask(self, count):
        """Asks so often. Gives how many of them are answered, the others being reset."""
        for _ in range(count):
            head = [(":method", "GET"), (":scheme", "https"), (":authority", "127.0.0.1"), (":path", "/health")]
            self.streams.send_headers(self.streams.get_next_available_stream_id(), head, end_stream=True)
        answered = over = 0
        while over < count:
            more, reset = self.hear(h2.events.ResponseReceived, h2.events.StreamReset)
            answered, over = answered + more, over + more + reset
        return answered

    def close(self):
        self.socket.close()


def test_an_address_has_only_so_many_answers_that_it_does_not_read(secure_server):
    port = int(secure_server.address.rsplit(":", 1)[1].strip("/"))
    with contextlib.ExitStack() as stack:
        peers = [stack.enter_context(contextlib.closing(Unread(port))) for _ in range(22)]
        answered = [peer.ask(100) for peer in peers]
        assert answered[:20] == [100] * 20 and sum(answered) == 2_048
        # Others of the address that read theirs go on by the connections that they have, and whoever lets go makes room.
        with httpx.Client(verify=False) as client:
            assert client.get(secure_server.address).status_code == 200
        peers[0].close()
        eventually(lambda: peers[21].ask(1) == 1)


def test_who_pings_often_is_answered_and_not_cut_off(secure_server):
    """At the third that came soon the connection ended, with all that was under way."""
    port = int(secure_server.address.rsplit(":", 1)[1].strip("/"))
    with contextlib.closing(Unread(port)) as peer:
        for number in range(8):
            peer.streams.ping(number.to_bytes(8, "big"))
            assert peer.hear(h2.events.PingAckReceived) == [1]
        assert peer.ask(1) == 1


@pytest.mark.parametrize("head", [
    [("te", "gzip")], [("connection", "close")], [("Accept", "text/html")], [(":path", "/health")], [("content-length", "-1")],
], ids=lambda head: head[0][0])
def test_a_request_that_makes_no_sense_ends_with_its_stream(secure_server, head):
    """It ended the connection, with all that was under way on it."""
    port = int(secure_server.address.rsplit(":", 1)[1].strip("/"))
    with contextlib.closing(Unread(port)) as peer:
        whole = [(":method", "GET"), (":scheme", "https"), (":authority", "127.0.0.1"), (":path", "/health")] + head
        stream = peer.streams.get_next_available_stream_id()
        peer.streams.send_headers(stream, whole, end_stream=True)
        assert peer.hear(h2.events.StreamReset) == [1]
        assert peer.ask(1) == 1
