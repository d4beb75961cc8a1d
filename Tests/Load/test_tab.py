"""What a page of Todostream says and shows."""

import asyncio
import json
import time

import pytest

from counts import Changes, Counts
from journal import Journal
from samples import Samples, looks
from story import Row
from tab import Tab
from test_screen import page as markup
from test_screen import row, values, NAMES


class Line:
    """Takes what is said."""

    def say(self, payload):
        pass

    def abort(self):
        pass


class Ready:
    """Somebody who isn't waiting for the connection."""

    def done(self):
        return True


@pytest.fixture
def tab():
    tab = Tab(None, Counts(), Changes(), Journal([Row(1, "Milk", False, False), Row(2, "Tea", False, False)]))
    tab.line, tab.ready, tab.is_welcome, tab.is_watched = Line(), Ready(), True, True
    tab.sequence = tab.acknowledged = 3
    tab.read(markup(row(1, "Milk"), row(2, "Tea"), counts="2 active, 0 completed"), "Todostream", "/")
    # It has been there for a while.
    tab.counted_from = 0
    return tab


def hear(tab, *messages):
    for message in messages:
        tab.heard(json.dumps(message, separators=(",", ":")).encode())


def test_a_tick_is_measured_on_the_page_that_made_it(tab):
    tab.tick(1)
    hear(tab, [4, [[1, 17, [0, "class"], [1, "done"]], [0, 6, "", "1 active, 1 completed"]], 1], ["k", 1])
    assert len(tab.counts.own) == 1 and not tab.counts.others and not tab.counts.wrong
    assert tab.differs([("Milk", True), ("Tea", False)]) is None


@pytest.mark.parametrize("told, process, is_wrong", [
    (3, 7, False), (5, 7, True), (2, 7, True),
    # Another process counts by itself, and so does one that has brought the session back.
    (5, 8, False), (100_003, 7, False)])
def test_who_comes_back_to_the_same_process_shows_what_it_showed(tab, told, process, is_wrong):
    tab.process = 7
    hear(tab, ["w", 0, 524160, "9f3a-51c0e2d7", 0, told, process])
    assert tab.sequence == told and len(tab.counts.wrong) == is_wrong


def test_who_has_forgotten_what_it_shows_is_told_so_by_the_same_process(tab):
    tab.process = 7
    tab.forget()
    hear(tab, ["w", 0, 524160, "9f3a-51c0e2d7", 0, -1, 7])
    assert not tab.counts.wrong


def test_one_comes_back_to_what_the_intent_before_the_cut_has_led_to_and_adds_nothing_there(tab):
    tab.open_detail(1)
    hear(tab, ["w", 1, 524160, "9f3a-51c0e2d7"])
    assert tab.can_add and tab.waiting
    hear(tab, ["f", 4, '<body><div id="v1" class="detail"></div></body>', "Todostream", "/todos/1", 0, 1])
    assert not tab.can_add and not tab.waiting and not tab.counts.wrong


@pytest.mark.parametrize("end", ["a picture", "the tab is closed"])
def test_what_nobody_has_looked_at_is_looked_at_before_it_goes(tab, end):
    tab.is_watched = False
    hear(tab, [4, [[1, 17, [0, "class"], [99, "done"]]], 0])
    assert not tab.counts.wrong
    if end == "a picture":
        hear(tab, ["f", 4, markup(row(1, "Milk")), "Todostream", "/", 0, 0])
    else:
        tab.close()
    assert len(tab.counts.wrong) == 1


def test_rows_that_a_search_brings_are_nobody_s_change(tab):
    tab.changes.made("here", "Eggs", None)
    tab.search("")
    hear(tab, [4, [[0, 17, "aria-busy", "true"]], 1])
    hear(tab, [5, [[0, 17, "aria-busy", None], [5, 17, 1, NAMES, values(4, "Eggs")], [0, 6, "", "3 active, 0 completed"]], 1])
    assert not tab.counts.others and not tab.counts.wrong


def away(tab):
    """He has opened a todo, and Tea was ticked by somebody else before he was back."""
    other = Tab(None, tab.counts, tab.changes, tab.journal)
    tab.open_detail(1)
    tab.changes.made("done", "Tea", other)


def test_what_was_changed_while_somebody_had_a_todo_open_is_seen_with_the_list(tab):
    away(tab)
    hear(tab, ["f", 4, '<body><div id="v1" class="detail"></div></body>', "Todostream", "/todos/1", 0, 1])
    tab.go_back()
    assert not tab.counts.others
    hear(tab, ["f", 5, markup(row(1, "Milk"), row(2, "Tea", True), counts="1 active, 1 completed"), "Todostream", "/", 0, 2])
    assert len(tab.counts.others) == 1 and not tab.counts.wrong
    assert tab.changes.to_be_seen([tab]) == (0, 1)


def test_what_the_list_doesn_t_show_yet_is_waited_for(tab):
    away(tab)
    hear(tab, ["f", 4, '<body><div id="v1" class="detail"></div></body>', "Todostream", "/todos/1", 0, 1])
    tab.go_back()
    hear(tab, ["f", 5, markup(row(1, "Milk"), row(2, "Tea"), counts="2 active, 0 completed"), "Todostream", "/", 0, 2])
    assert not tab.counts.others
    hear(tab, [6, [[1, 17, [0, "class"], [2, "done"]], [0, 6, "", "1 active, 1 completed"]], 2])
    assert len(tab.counts.others) == 1 and not tab.counts.wrong


def test_what_is_told_before_a_todo_has_come_is_seen_then(tab):
    away(tab)
    hear(tab, [4, [[1, 17, [0, "class"], [2, "done"]], [0, 6, "", "1 active, 1 completed"]], 0])
    assert len(tab.counts.others) == 1 and not tab.counts.wrong


def test_what_was_changed_while_somebody_looked_at_what_he_had_searched_is_not_waited_for(tab):
    other = Tab(None, tab.counts, tab.changes, tab.journal)
    tab.search("Milk")
    hear(tab, ["f", 4, markup(row(1, "Milk")), "Todostream", "/", 0, 1])
    tab.screen.type_query("Milk")
    tab.changes.made("done", "Tea", other)
    tab.search("")
    tab.changes.made("done", "Milk", other)
    hear(tab, ["f", 5, markup(row(1, "Milk", True), row(2, "Tea", True), counts="0 active, 2 completed"), "Todostream", "/", 0, 2])
    # That of Milk was made when he had asked for the list.
    assert len(tab.counts.others) == 1 and not tab.counts.wrong


def test_what_a_picture_shows_is_seen_but_for_that_behind_a_kill(tab):
    other = Tab(None, tab.counts, tab.changes, tab.journal)
    for number, is_recovering, seen in ((4, False, 1), (5, True, 1)):
        tab.is_recovering = is_recovering
        tab.changes.made("done" if number == 4 else "open", "Tea", other)
        hear(tab, ["f", number, markup(row(1, "Milk"), row(2, "Tea", number == 4)), "Todostream", "/", 0, 0])
        assert len(tab.counts.others) == seen


def test_what_is_being_searched_outlives_a_fresh_picture_until_it_is_answered(tab):
    tab.search("Tea")
    hear(tab, ["f", 9, markup(row(1, "Milk"), row(2, "Tea")), "Todostream", "/", 0, 0])
    assert tab.screen.query == "Tea"
    hear(tab, ["k", 1], ["f", 10, markup(row(1, "Milk"), row(2, "Tea")), "Todostream", "/", 0, 1])
    assert tab.screen.query == ""


def test_a_fresh_picture_answers_what_is_in_it(tab):
    tab.search("Tea")
    hear(tab, ["f", 9, markup(row(2, "Tea")), "Todostream", "/", 0, 1])
    assert tab.screen.query == "" and not tab.waiting


def test_a_counter_that_counts_wrongly_is_wrong_at_once_where_the_list_is_told_of_everything(tab):
    hear(tab, [4, [[0, 6, "", "3 active, 0 completed"]], 0])
    assert len(tab.counts.wrong) == 1


def test_a_page_that_shows_something_else_says_what(tab):
    assert "1 rows are missing" in tab.differs([("Milk", False), ("Tea", False), ("Eggs", False)])
    assert "another order" in tab.differs([("Tea", False), ("Milk", False)])


def test_a_box_that_is_on_in_a_row_that_isn_t_done_differs(tab):
    tab.screen.tick(1, True)
    assert "Milk" in tab.differs([("Milk", False), ("Tea", False)])


@pytest.mark.parametrize("operations", [
    [[2, 1, '<div id="v40" role="alertdialog"><h2 id="v41">That didn’t work</h2></div>', 0], [0, 3, "inert", ""]],
    [[0, 17, "aria-busy", "true"]], [[0, 17, "hidden", ""]], [[0, 3, "inert", ""]],
], ids=["a message", "busy", "hidden", "inert"])
def test_a_list_that_nobody_could_use_is_not_right(tab, operations):
    hear(tab, [4, operations, 0])
    assert not tab.counts.wrong
    assert tab.differs([("Milk", False), ("Tea", False)])


def test_a_picture_is_no_older_than_what_is_shown(tab):
    hear(tab, ["f", 1, markup(row(1, "Milk"), counts="1 active, 0 completed"), "Todostream", "/", 0, 0])
    assert tab.counts.wrong


def test_what_is_not_confirmed_as_durable_differs(tab):
    tab.tick(1)
    hear(tab, [4, [[1, 17, [0, "class"], [1, "done"]], [0, 6, "", "1 active, 1 completed"]], 1])
    assert "isn't confirmed" in tab.differs([("Milk", True), ("Tea", False)])
    hear(tab, ["k", 1])
    assert tab.differs([("Milk", True), ("Tea", False)]) is None


def answer(tab, title=None, keys=(), path="/?search=tea"):
    """A list's answer: rows that go, and one that comes."""
    hear(tab, [tab.sequence + 1, [[0, 17, "aria-busy", "true"]], tab.intent])
    operations = [[0, 17, "aria-busy", None], *([[6, 17, *keys]] if keys else [])]
    operations += [[5, 17, 0, NAMES, values(4, title)]] if title else []
    hear(tab, [tab.sequence + 1, [*operations, [11, path]], tab.intent])
    tab.look_at_found()


@pytest.mark.parametrize(("title", "keys", "words"), [
    (None, [1], None), (None, [], "finds ['Milk']"), (None, [1, 2], "doesn't find ['Tea']"), ("Eggs", [1], "finds ['Eggs']"),
    ("Green tea", [1], None), ("Black tea", [1], "finds ['Black tea']"), ("Old tea", [1], "finds ['Old tea']")], ids=str)
def test_a_search_finds_what_has_its_words_and_nothing_else(tab, title, keys, words):
    tab.journal.rest([Row(1, "Milk", False, False), Row(2, "Tea", False, False), Row(4, "Old tea", False, True)])
    tab.journal.added("Bo", "Green tea")
    tab.search("tea")
    answer(tab, title, keys)
    assert (words in tab.counts.wrong[0]) if words else not tab.counts.wrong


def test_the_address_says_what_is_looked_for(tab):
    tab.search("tea")
    answer(tab, keys=[1], path="/?search=milk")
    assert "is at /?search=milk, not at /?search=tea" in tab.counts.wrong[0]


def test_what_somebody_renames_or_deletes_need_not_be_found(tab):
    tab.journal.deleted("Bo", "Tea")
    tab.search("tea")
    answer(tab, keys=[1, 2])
    assert not tab.counts.wrong


DETAIL = '<main id="v30"><form id="v31"><input id="v35" type="text" aria-label="Title" value="{}"></form></main>'


@pytest.mark.parametrize(("title", "is_right"), [("Milk", True), ("Tea", False), ("Water", False), ("Oats", True)])
def test_what_is_shown_in_full_is_what_was_opened(tab, title, is_right):
    tab.journal.renamed("Bo", "Milk", "Oats")
    tab.open_detail(1)
    hear(tab, [4, [[3, 3], [2, 1, DETAIL.format(title), 0], [10, "/todos/1"]], 1])
    tab.look_at_detail()
    assert (not tab.counts.wrong) == is_right


def test_who_goes_back_with_the_button_finds_what_he_had_looked_for(tab):
    tab.open_detail(1)
    detail = DETAIL.format("Milk").replace("</form>", '<button id="v36" type="button">Cancel</button></form>')
    hear(tab, [4, [[3, 3], [2, 1, detail, 0]], 1])
    tab.cancel()
    main = '<main id="v3" ' + markup(row(1, "Milk"), query="tea").partition('<main id="v3" ')[2].partition("</div></body>")[0]
    hear(tab, [5, [[3, 30], [2, 1, main, 0], [12, "/?search=tea"]], 2])
    tab.look_at_found()
    assert "who looks for 'tea' finds ['Milk']" in tab.counts.wrong[0]


def test_what_was_opened_has_its_own_address(tab):
    tab.open_detail(1)
    hear(tab, [4, [[3, 3], [2, 1, DETAIL.format("Milk"), 0], [10, "/todos/2"]], 1])
    tab.look_at_detail()
    assert "todo 1, at /todos/2" in tab.counts.wrong[0]


def test_each_patch_that_was_kept_must_count_what_is_there(tab):
    tab.is_watched = False
    hear(tab, [4, [[0, 6, "", "3 active, 0 completed"]], 0], [5, [[0, 6, "", "2 active, 0 completed"]], 0])
    assert tab.differs([("Milk", False), ("Tea", False)]) is None and "3 active" in tab.counts.wrong[0]


@pytest.mark.parametrize("more", ["", 'aria-busy="true"'], ids=["new", "busy"])
def test_a_list_that_has_just_come_is_counted_a_little_later(tab, more):
    tab.intent = 1 if more else 0
    tab.read(markup(row(1, "Milk")).replace('<ul id="v17"', f'<ul id="v17" {more}'), "Todostream", "/")
    hear(tab, [4, [[0, 6, "", "3 active, 0 completed"]], 0])
    assert tab.screen and not tab.counts.wrong


def test_a_patch_leaves_a_box_whose_tick_waits(tab):
    tab.tick(1)
    hear(tab, [4, [[1, 17, [0, "class", 1, ".checked"], [1, "done", 1]]], 0], [5, [[1, 17, [0, "class", 1, ".checked"], [1, None, 0]]], 0])
    assert tab.screen.rows[1].is_checked and not tab.screen.rows[1].is_done


@pytest.mark.parametrize("is_watched", [True, False])
def test_a_list_that_was_asked_for_is_counted_again_a_little_later(tab, is_watched):
    tab.is_watched = is_watched
    tab.search("")
    answer(tab, path="/")
    hear(tab, [6, [[0, 6, "", "3 active, 0 completed"]], 1])
    assert tab.screen and not tab.counts.wrong
    tab.counted_from = 0
    hear(tab, [7, [[0, 6, "", "1 active, 0 completed"]], 1])
    assert tab.screen and len(tab.counts.wrong) == 1


@pytest.mark.parametrize("is_explained", [True, False])
def test_a_refusal_is_explained_by_who_has_deleted_the_row(tab, is_explained):
    if is_explained:
        tab.journal.deleted("Bo", "Milk").answered(True)
    tab.tick(1)
    hear(tab, ["r", 1, "absent", "there is no such row"])
    assert tab.counts.unexplained == (not is_explained) and not tab.counts.wrong


def test_few_refusals_are_nothing_and_many_are_too_many(tab):
    for number in range(1, 22):
        assert not tab.counts.is_refused_too_often
        tab.tick(1)
        hear(tab, ["r", number, "absent", "there is no such row"])
    assert tab.counts.is_refused_too_often


def test_what_people_do_is_noted(tab):
    for deed in (lambda: tab.tick(1), lambda: tab.delete(2), lambda: tab.add("Eggs")):
        deed()
    hear(tab, ["k", 3])
    assert not tab.journal.faults([Row(1, "Milk", True, False), Row(2, "Tea", False, True), Row(3, "Eggs", False, False)])
    assert len(tab.journal.faults([Row(1, "Milk", False, False), Row(2, "Tea", False, False)])) == 3


def test_who_isn_t_at_rest_confirms_what_has_come_and_closes_what_lies_over_the_list(tab):
    said = []
    tab.line.say = lambda payload: said.append(json.loads(payload))
    tab.tick(1)
    message = '<div id="v40" role="alertdialog"><button id="v41" type="button">OK</button></div>'
    hear(tab, [4, [[1, 17, [0, "class"], [1, "done"]], [0, 6, "", "1 active, 1 completed"], [2, 1, message, 0]], 1])
    assert tab.differs([("Milk", True), ("Tea", False)])
    tab.come_to_rest()
    assert said[1:] == [["a", 4], ["i", 2, 41, "t"]]


def test_what_is_around_the_rows_is_as_on_a_fresh_page(tab):
    assert tab.unlike() is None
    tab.samples = Samples(None)
    tab.samples.found["list"] = "Todostream", looks(tab.screen)
    assert tab.unlike() is None
    hear(tab, [4, [[8, "Bank of Eve"]], 0])
    assert tab.differs([("Milk", False), ("Tea", False)]) is None and "Bank of Eve" in tab.unlike()


def test_nothing_is_carried_out_that_was_not_said(tab):
    hear(tab, [4, [[0, 6, "", "2 active, 0 completed"]], 999])
    assert tab.counts.wrong


MESSAGE = '<div id="v{}" role="alertdialog"><button id="v{}" type="button">OK</button></div>'


def test_what_was_looked_for_under_a_message_is_looked_for_again_at_rest(tab):
    tab.search("")
    hear(tab, [4, [[2, 1, MESSAGE.format(40, 41), 0]], 0], ["r", 1, "unreachable", "a message lies over it"])
    tab.come_to_rest()
    hear(tab, [5, [[3, 40]], 2], ["k", 2])
    assert tab.is_unsaid
    tab.come_to_rest()
    assert tab.waiting[3].kind == "search" and not tab.is_unsaid


def test_under_a_message_nothing_of_a_todo_is_wrong(tab):
    tab.samples = Samples(None)
    tab.samples.found["detail"] = "Todostream", None
    tab.open_detail(1)
    hear(tab, [4, [[3, 3], [2, 1, DETAIL.format("Milk"), 0], [2, 1, MESSAGE.format(40, 41), 0], [0, 30, "inert", ""]], 1])
    tab.look_at_detail()
    assert not tab.counts.wrong


def test_who_has_no_connection_does_not_wait_in_vain(tab):
    async def run():
        tab.is_welcome = False
        waiting = asyncio.ensure_future(tab.shows(lambda screen: not screen.is_list, 0.1))
        await asyncio.sleep(0.3)
        assert not tab.counts.wrong and not waiting.done()
        tab.is_welcome = True
        return await waiting

    assert asyncio.run(run()) is False and "waited in vain" in tab.counts.wrong[0]


def test_who_never_gets_a_connection_waits_in_vain_too(tab):
    tab.is_welcome = False
    assert asyncio.run(tab.shows(lambda screen: not screen.is_list, 0.02)) is False and len(tab.counts.wrong) == 1


TEA = markup(row(2, "Tea"), counts="2 active, 0 completed", query="tea")
ALL = markup(row(1, "Milk"), row(2, "Tea"), counts="2 active, 0 completed")


def come_back(tab, *messages):
    tab.cut()
    tab.line, tab.is_recovering = Line(), True
    tab.merge()
    hear(tab, ["w", tab.intent, 524160, "9f3a-51c0e2d7", 0], *messages, ["k", tab.intent])


@pytest.mark.parametrize(("text", "path", "is_right"), [
    (TEA, "/?search=tea", True), (ALL, "/", False), (TEA, "/", False),
    ('<body><div id="v1">' + DETAIL.format("Tea") + "</div></body>", "/todos/2", False)], ids=["right", "all", "address", "a todo"])
def test_who_comes_back_finds_what_he_had_looked_for(tab, text, path, is_right):
    tab.search("tea")
    answer(tab, keys=[1])
    hear(tab, ["k", 1])
    come_back(tab, ["f", 9, text, "Todostream", path, 0, 1])
    assert (not tab.counts.wrong) == is_right


def test_who_has_gone_elsewhere_since_is_not_compared(tab):
    tab.search("tea")
    answer(tab, keys=[1])
    hear(tab, ["k", 1])
    tab.cut()
    tab.line = Line()
    tab.search("")
    hear(tab, ["w", 1, 524160, "9f3a-51c0e2d7", 0], ["f", 9, ALL, "Todostream", "/", 0, 1], ["k", 1], ["k", 2])
    assert not tab.counts.wrong


def test_what_is_busy_is_compared_later(tab):
    tab.search("tea")
    answer(tab, keys=[1])
    hear(tab, ["k", 1])
    busy = ALL.replace('<ul id="v17"', '<ul id="v17" aria-busy="true"')
    come_back(tab, ["f", 9, busy, "Todostream", "/", 0, 1])
    assert not tab.counts.wrong
    hear(tab, [10, [[0, 17, "aria-busy", None]], 1])
    tab.look_at_place()
    assert "comes back to /" in tab.counts.wrong[0]


@pytest.mark.parametrize(("shown", "is_taken", "is_right"), [("Half", True, True), ("Milk", True, False), ("Milk", False, True)])
def test_half_a_text_is_there_when_its_page_comes_back(tab, shown, is_taken, is_right):
    tab.open_detail(1)
    hear(tab, [4, [[3, 3], [2, 1, DETAIL.format("Milk"), 0], [10, "/todos/1"]], 1], ["k", 1])
    tab.type_title("Half")
    assert tab.screen.draft == "Half"
    # Where it wasn't taken it still waits, and the page leaves what its user types.
    picture = ["f", 9, '<body><div id="v1">' + DETAIL.format(shown) + "</div></body>", "Todostream", "/todos/1", 0, 1 + is_taken]
    come_back(tab, picture)
    assert (not tab.counts.wrong) == is_right


def test_whose_todo_was_deleted_meanwhile_has_no_field_any_more(tab):
    tab.open_detail(1)
    hear(tab, [4, [[3, 3], [2, 1, DETAIL.format("Milk"), 0], [10, "/todos/1"]], 1], ["k", 1])
    tab.type_title("Half")
    come_back(tab, [5, [[0, 35, "hidden", ""]], 2])
    assert not tab.counts.wrong and tab.left is None


@pytest.mark.parametrize("told", [["k", 1], ["r", 1, "absent", "there is no such row"]], ids=["carried out", "refused"])
def test_what_is_opened_comes(tab, told):
    tab.open_detail(1)
    hear(tab, told)
    tab.look_at_detail()
    assert (not tab.counts.wrong) == (told[0] == "r")


@pytest.mark.parametrize(("operations", "words"), [
    ([(7, 17, 2, 1)], "in this order"), ([(1, 17, (0, "class"), (2, "done"))], "nobody has ticked"),
    ([(5, 17, 0, NAMES, values(9, "Tea"))], "more than once"), ([], None)], ids=["order", "tick", "twice", "right"])
def test_what_is_found_is_in_order_and_there_once_and_ticked_as_it_was(tab, operations, words):
    tab.screen.apply(operations)
    tab.look_at_found()
    assert (words in tab.counts.wrong[0]) if words else not tab.counts.wrong


def test_a_tick_that_somebody_is_changing_is_not_compared(tab):
    tab.journal.ticked("Bo", "Tea", True)
    tab.screen.apply([(1, 17, (0, "class"), (2, "done"))])
    tab.look_at_found()
    assert not tab.counts.wrong


def test_latency_counts_from_when_something_was_due(tab):
    tab.due = time.perf_counter() - 1
    tab.tick(1)
    hear(tab, [4, [[1, 17, [0, "class"], [1, "done"]], [0, 6, "", "1 active, 1 completed"]], 1])
    tab.due = time.perf_counter() - 1
    tab.search("tea")
    hear(tab, ["k", 2])
    tab.search("")
    hear(tab, ["k", 3])
    assert [tab.counts.own[0] > 999, *(took > 999 for took in tab.counts.answered)] == [True, True, False]


def test_a_box_is_left_as_it_is_by_a_picture_until_its_tick_is_answered(tab):
    tab.tick(1)
    hear(tab, ["f", 9, ALL, "Todostream", "/", 0, 0])
    hear(tab, [10, [[1, 17, [0, "class"], [1, "done"]], [0, 6, "", "1 active, 1 completed"]], 1], ["k", 1])
    assert tab.differs([("Milk", True), ("Tea", False)]) is None


INSIDE = DETAIL.replace("</form>", '<button id="v36" type="button">Cancel</button></form>')
MAIN = '<main id="v3" ' + ALL.partition('<main id="v3" ')[2].partition("</div></body>")[0]


def open_milk(tab, address, *between):
    """Milk is opened, and its address told so; `between` comes before that is looked at."""
    tab.open_detail(1)
    hear(tab, [tab.sequence + 1, [[3, 3], [2, 1, INSIDE.format("Milk"), 0], address], tab.intent], *between)
    tab.look_at_detail()


def come_to_list(tab, address):
    hear(tab, [tab.sequence + 1, [[3, 30], [2, 1, MAIN, 0], address], tab.intent])


@pytest.mark.parametrize(("opened", "gone", "is_right"), [
    ((10, "/todos/1"), (12, "/"), True), ((11, "/todos/1"), (12, "/"), False), ((10, "/todos/1"), (11, "/"), False),
    ((10, "/todos/1"), (10, "/"), False)], ids=repr)
def test_what_is_opened_adds_an_entry_and_the_button_goes_back_in_the_history(tab, opened, gone, is_right):
    open_milk(tab, opened)
    tab.cancel()
    come_to_list(tab, gone)
    tab.look_at_found()
    assert (not tab.counts.wrong) == is_right and len(tab.counts.wrong) < 2


@pytest.mark.parametrize(("gone", "is_right"), [((10, "/"), True), ((11, "/"), False), ((12, "/"), False)], ids=repr)
@pytest.mark.parametrize("act", ["a link", "saved"])
def test_a_link_and_what_is_saved_add_an_entry(tab, act, gone, is_right):
    open_milk(tab, (10, "/todos/1"))
    if act == "saved":
        tab.shown.form = 31
        tab.save("Milk")
        come_to_list(tab, gone)
        tab.look_at_saved()
    else:
        tab.go_back()
        come_to_list(tab, gone)
        tab.look_at_found()
    assert (not tab.counts.wrong) == is_right


def test_what_is_looked_for_adds_no_entry(tab):
    tab.search("tea")
    hear(tab, [4, [[6, 17, 1], [10, "/?search=tea"]], 1])
    tab.look_at_found()
    assert "'search' makes 1 entries" in tab.counts.wrong[0]


@pytest.mark.parametrize("words", [["r", 1, "absent", "there is no such row"], ["k", 1]], ids=["refused", "carried out"])
def test_of_what_was_refused_the_history_is_as_it_was(tab, words):
    tab.open_detail(1)
    hear(tab, words)
    tab.search("tea")
    hear(tab, [4, [[6, 17, 1], [10, "/?search=tea"]], 2])
    tab.look_at_found()
    # What wasn't looked at may have added one.
    assert bool(tab.counts.wrong) == (words[0] == "r")


def test_behind_a_picture_nobody_knows_what_the_history_must_be_until_something_is_done(tab):
    picture = ["f", 5, '<body><div id="v1" class="stack">' + INSIDE.format("Milk") + "</div></body>", "Todostream", "/todos/1", 0, 1]
    open_milk(tab, (11, "/todos/1"), picture)
    tab.cancel()
    come_to_list(tab, (12, "/"))
    tab.look_at_found()
    assert not tab.counts.wrong and tab.screen.history == ("/",)
    open_milk(tab, (11, "/todos/1"))
    assert "'open' makes 2 entries" in tab.counts.wrong[0]


def test_a_message_that_nothing_was_saved_leaves_the_history_open(tab):
    open_milk(tab, (10, "/todos/1"))
    tab.shown.form = 31
    tab.save("Milk")
    hear(tab, [5, [[2, 1, MESSAGE.format(40, 41), 0]], 2])
    tab.look_at_saved()
    tab.go_back()
    come_to_list(tab, (11, "/"))
    tab.look_at_found()
    assert not tab.counts.wrong


def test_a_row_that_says_different_titles_ends_nothing(tab):
    hear(tab, [4, [[5, 17, 0, NAMES, [4, "Eggs", "Milk", "", "Edit Eggs", "Delete Eggs"]]], 0])
    assert "a row says different titles" in tab.counts.wrong[0]
    assert "1 rows are missing" in tab.differs([("Milk", False), ("Tea", False), ("Eggs", False)])
