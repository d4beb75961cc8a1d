"""TLS and HTTP/2, with a certificate of the test's own."""

import subprocess

import httpx
import pytest


@pytest.fixture
def secure_server(idle_server, tmp_path):
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate],
        check=True, capture_output=True)
    return idle_server.start("--tls-certificate", str(certificate), "--tls-key", str(key))


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
