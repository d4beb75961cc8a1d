"""What a trace says: how long from the click to the end of the paint, and what took it.

Nearly as the js-framework-benchmark's own driver reckons (webdriver-ts/src/timeline.ts): from the click to the end of the commit that
shows what was painted last. It looks for the last script or layout instead, which here may be a note about what has arrived.
"""

SCRIPT = {"EventDispatch", "EvaluateScript", "FunctionCall", "TimerFire", "FireAnimationFrame", "RunMicrotasks", "v8.run"}
# Bytes of a message that the trace is known to count rightly when it comes.
MOST = 1_000
PAINT = {"UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize", "Commit"}


def spans(entries, names, start, end):
    return sorted(
        (max(e["ts"], start), min(e["ts"] + e.get("dur", 0), end)) for e in entries
        if e["name"] in names and e.get("ph") == "X" and e["ts"] < end and e["ts"] + e.get("dur", 0) > start)


def covered(intervals):
    """The time that intervals cover, those within others counted once."""
    total, reached = 0, float("-inf")
    for begin, end in intervals:
        total += max(0, end - max(begin, reached))
        reached = max(reached, end)
    return total / 1000


def read(entries):
    """The milliseconds of one operation: `total`, and of these `script`, `paint` and `waiting` for what comes from elsewhere."""
    clicks = [e for e in entries if e["name"] == "EventDispatch" and e["args"]["data"]["type"] == "click"]
    assert len(clicks) == 1, f"{len(clicks)} clicks in the trace"
    click = clicks[0]
    start, clicked = click["ts"], click["ts"] + click.get("dur", 0)
    own = [e for e in entries if e["pid"] == click["pid"] and e["ts"] >= start]
    last = max([clicked] + [e["ts"] for e in own if e["name"] in ("Paint", "Layout") and e.get("ph") == "X"])
    commits = sorted((e["ts"], e["ts"] + e.get("dur", 0)) for e in own if e["name"] == "Commit" and e["ts"] > clicked)
    assert commits, "nothing was painted"
    end = next((end for begin, end in commits if begin > last), commits[-1][1])
    total = (end - start) / 1000
    script, paint = covered(spans(own, SCRIPT, start, end)), covered(spans(own, PAINT, start, end))
    # A layout that a script asks for is the browser's work, not the script's.
    script -= covered(spans(own, SCRIPT, start, end)) + paint - covered(spans(own, SCRIPT | PAINT, start, end))
    sent = [e["ts"] for e in own if e["name"] == "WebSocketSend"]
    # The first is the answer. What a page acknowledges is confirmed behind it.
    received = [e["ts"] for e in own if e["name"] == "WebSocketReceive" and sent and min(sent) < e["ts"] < end]
    away = (min(received) - min(sent)) / 1000 if received else 0
    return {"total": total, "script": script, "paint": paint, "away": away, "up": sum(lengths(entries, "WebSocketSend"))}


def traffic(entries):
    """Bytes that came and went over web sockets, whichever thread has them: a browser tells a page only of the page's own.

    For messages of up to `MOST` bytes: of larger ones that come, the trace has only a part. Where that part is larger, it refuses; where it
    is smaller, nobody can tell, so whoever asks must know that what comes is small.
    """
    came = lengths(entries, "WebSocketReceive")
    assert max(came, default=0) <= MOST, f"a message of {max(came):,} bytes or more came, and of more than {MOST:,} the trace has only a part"
    return {"down": sum(came), "up": sum(lengths(entries, "WebSocketSend"))}


def lengths(entries, name):
    return [e["args"]["data"]["dataLength"] for e in entries if e["name"] == name]
