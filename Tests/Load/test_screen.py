"""The model of the screen: what it takes from HTML and patches, and what it takes for wrong."""

import pytest

from markup import Wrong
from screen import Screen

NAMES = (1, "aria-label", 3, "", 4, "hidden", 6, "aria-label", 7, "aria-label")


def row(key, title, is_done=False):
    return (
        f'<li data-k="{key}"{" class=" + chr(34) + "done" + chr(34) if is_done else ""}>'
        f'<input type="checkbox" autocomplete="off" aria-label="{title}"{" checked" if is_done else ""}>'
        f'<div class="stack text"><span class="title">{title}</span><span hidden class="meta"></span></div>'
        f'<div class="row actions"><button type="button" aria-label="Edit {title}" class="quiet">Edit</button>'
        f'<button type="button" aria-label="Delete {title}" class="danger quiet">Delete</button></div></li>')


def page(*rows, counts="2 active, 1 completed", query=""):
    return (
        '<body data-s="x"><div id="v1" class="stack"><main id="v3" class="todos"><span id="v6" class="counts">' + counts + "</span>"
        f'<input id="v9" type="text" aria-label="New todo"><input id="v12" type="search" aria-label="Search todos" value="{query}">'
        '<ul id="v17" role="list" aria-label="Todos"><template><li data-p="0"><input data-p="1" type="checkbox" autocomplete="off">'
        '<div data-p="2" class="stack text"><span data-p="3" class="title"></span><span data-p="4" class="meta"></span></div>'
        '<div data-p="5" class="row actions"><button data-p="6" type="button" class="quiet">Edit</button>'
        '<button data-p="7" type="button" class="danger quiet">Delete</button></div></li></template>' + "".join(rows) + "</ul>"
        '<span id="v18" hidden class="empty">Nothing to do yet.</span></main></div></body></html>')


@pytest.fixture
def screen():
    return Screen(page(row(1, "Milk"), row(2, "Bread &amp; butter", True), row(3, "Tea")))


def values(key, title):
    return key, title, title, "", f"Edit {title}", f"Delete {title}"


def test_a_page_shows_its_rows_in_order(screen):
    assert screen.shown() == [("Milk", False), ("Bread & butter", True), ("Tea", False)]
    assert screen.counter_fault() is None and screen.tick_fault() is None
    assert screen.is_list and not screen.is_busy and screen.query == ""


def test_rows_are_inserted_in_front_of_another(screen):
    seen = screen.apply(((5, 17, 1, NAMES, values(4, "Eggs")), (0, 6, "", "3 active, 1 completed")))
    assert seen == [("here", "Eggs")]
    assert [title for title, _ in screen.shown()] == ["Eggs", "Milk", "Bread & butter", "Tea"]
    assert screen.counter_fault() is None


def test_rows_that_come_with_their_list_are_seen_by_nobody_as_new(screen):
    text = page(counts="1 active, 0 completed").removeprefix('<body data-s="x"><div id="v1" class="stack">').partition("</div></body>")[0]
    screen.apply(((3, 3),))
    assert screen.apply(((2, 1, text, 0), (5, 17, 0, NAMES, values(4, "Eggs")))) == []
    assert screen.shown() == [("Eggs", False)] and screen.counter_fault() is None
    assert screen.apply(((5, 17, 0, NAMES, values(5, "Oil")),)) == [("here", "Oil")]


def test_rows_go_one_by_one_and_from_one_to_another(screen):
    assert screen.apply(((6, 17, 1, (2, 3)),)) == [("gone", "Milk"), ("gone", "Bread & butter"), ("gone", "Tea")]
    assert screen.shown() == []


def test_a_row_moves(screen):
    screen.apply(((7, 17, 3, 1),))
    assert [title for title, _ in screen.shown()] == ["Tea", "Milk", "Bread & butter"]
    screen.apply(((7, 17, 3, 0),))
    assert [title for title, _ in screen.shown()] == ["Milk", "Bread & butter", "Tea"]


def test_a_tick_is_seen_once(screen):
    assert screen.apply(((1, 17, (0, "class", 1, ".checked"), (1, "done", 1)),)) == [("done", "Milk")]
    assert screen.apply(((1, 17, (0, "class", 1, ".checked"), (1, None, 0)),)) == [("open", "Milk")]


def test_one_s_own_tick_is_there_before_the_row_looks_like_it(screen):
    screen.tick(1, True)
    assert screen.tick_fault()
    assert screen.apply(((1, 17, (0, "class"), (1, "done")),)) == [("done", "Milk")]
    assert screen.tick_fault() is None


def test_a_renamed_row_is_here_anew(screen):
    names = (1, "aria-label", 3, "", 6, "aria-label", 7, "aria-label")
    assert screen.apply(((1, 17, names, (1, "Oats", "Oats", "Edit Oats", "Delete Oats")),)) == [("here", "Oats")]


def test_another_screen_takes_the_list_s_place(screen):
    screen.apply(((3, 3), (2, 1, '<main id="v30"><form id="v31" aria-busy="true"></form></main>', 0), (10, "/todos/3")))
    assert not screen.is_list and screen.is_busy and screen.order == []
    screen.apply(((0, 31, "aria-busy", None),))
    assert not screen.is_busy


@pytest.mark.parametrize(("operations", "history"), [
    ([(10, "/todos/3")], ["/", "/todos/3"]), ([(11, "/?search=tea")], ["/?search=tea"]), ([(10, "/todos/3"), (12, "/")], ["/"]),
    ([(12, "/", "/todos/3")], ["/", "/todos/3"]), ([(8, "Edit todo")], ["/"]), ([(10, "/todos/3"), (10, "/todos/3")], ["/", "/todos/3"]),
    ([(10, "/todos/3"), (12, "/?search=tea")], ["/", "/?search=tea"]), ([(10, "/todos/3"), (12, "/", "/todos/4")], ["/", "/todos/4"]),
    ([(12, "/?search=tea", "/todos/4")], ["/?search=tea", "/todos/4"]), ([(10, "/todos/3"), (11, "/")], ["/", "/"])], ids=repr)
def test_the_address_is_where_the_last_operation_leads_and_below_it_is_what_one_can_go_back_to(screen, operations, history):
    screen.apply(operations)
    assert screen.history == tuple(history) and screen.path == history[-1]


def test_a_picture_may_change_the_address_of_the_entry_that_it_is_shown_in():
    screen = Screen(page(row(1, "Milk")), "Todostream", "/?search=mi")
    screen.come_over(("/", "/todos/3"))
    assert screen.history == ("/", "/?search=mi")
    screen.come_over(())
    assert screen.history == ("/?search=mi",)


def test_what_is_searched_is_what_the_field_says():
    screen = Screen(page(row(1, "Milk"), query="mi"))
    assert screen.query == "mi"
    screen.type_query("")
    assert screen.query == ""


@pytest.mark.parametrize(
    "operation", [
        (13, 1), (-1,), ("a",), (0, 99, "", "x"), (0, 6, "onclick", "x"), (1, 17, (3, ""), (9, "x")), (1, 16, (3, ""), (1, "x")),
        (1, 17, (3, ""), (1, "Water")), (1, 17, (2, "class"), (1, "x")), (1, 17, (0, "class"), (1, "lost")), (2, 99, "<p></p>", 0),
        (2, 1, '<p id="v30"></p>', 6), (2, 1, '<p id="v6"></p>', 0), (3, 99), (4, 99, 6, 0), (5, 17, 9, NAMES, values(4, "Eggs")),
        (5, 17, 0, NAMES, values(1, "Milk")), (5, 17, 0, NAMES, (4, "Eggs", "Milk", "", "Edit Eggs", "Delete Eggs")), (6, 17, 9),
        (6, 17, (3, 4)), (7, 17, 9, 1), (7, 17, 1, 9), (8, 7), (9, 99), (10, "elsewhere"), (11, "elsewhere"), (12, "/", "elsewhere"),
        (0, 6, "1.checked", 1)], ids=repr)
def test_what_can_not_be_is_wrong(screen, operation):
    with pytest.raises(Wrong):
        screen.apply((operation,))


@pytest.mark.parametrize("wrong", [(5, "Eggs", "Milk", "", "Edit Eggs", "Delete Eggs"), values(4, "Eggs")], ids=["other titles", "twice"])
def test_of_rows_of_which_one_is_wrong_none_comes(screen, wrong):
    with pytest.raises(Wrong):
        screen.apply(((5, 17, 1, NAMES, values(4, "Oil"), wrong),))
    assert [title for title, _ in screen.shown()] == ["Milk", "Bread & butter", "Tea"]


@pytest.mark.parametrize(("old", "new"), [
    ("<span hidden", "<b></b><span hidden"), ('class="danger quiet"', 'class="danger quiet" data-r'), ("button", "a"),
    ('<button type="button" aria-label="Delete', '<button type="button" hidden aria-label="Delete')], ids=repr)
def test_a_row_that_is_built_otherwise_is_wrong(old, new):
    with pytest.raises(Wrong):
        Screen(page(row(1, "Milk").replace(old, new)))


def listed_by_patch(screen, old, new):
    """A list that comes by patch, with something else in what rows are copied from."""
    main = page().partition('<div id="v1" class="stack">')[2].partition("</div></body>")[0]
    assert old in main
    screen.apply(((3, 3), (2, 1, main.replace(old, new), 0), (5, 17, 0, NAMES, values(4, "Eggs"))))


def test_rows_are_copies_of_the_template(screen):
    listed_by_patch(screen, '<li data-p="0">', '<li data-p="0" class="done">')
    assert screen.shown() == [("Eggs", True)]


def test_without_a_template_no_row_can_come(screen):
    with pytest.raises(Wrong):
        template = page().partition("<template>")[2].partition("</template>")[0]
        listed_by_patch(screen, f"<template>{template}</template>", "")


def test_a_counter_that_counts_wrongly_is_told(screen):
    screen.apply(((0, 6, "", "3 active, 1 completed"),))
    assert "above 3 rows" in screen.counter_fault()


def test_an_empty_list_must_say_so(screen):
    screen.apply(((6, 17, (1, 3)), (0, 6, "", "0 active, 0 completed")))
    assert "below 0 rows" in screen.counter_fault()
    screen.apply(((0, 18, "hidden", None),))
    assert screen.counter_fault() is None


def test_only_a_todo_that_is_there_can_be_edited(screen):
    detail = (
        '<main id="v30"><form id="v31"><span id="v32" hidden>This todo isn’t there any more.</span>'
        '<div id="v33" class="field"><label id="v34">Title</label><input id="v35" type="text" aria-label="Title"></div></form></main>')
    assert not screen.is_editable
    screen.apply(((3, 3), (2, 1, detail, 0)))
    assert screen.is_editable
    screen.apply(((0, 32, "hidden", None), (0, 33, "hidden", "")))
    assert not screen.is_editable


def test_a_notice_beside_a_form_leaves_it_the_form(screen):
    screen.apply(((3, 3), (2, 1, '<main id="v30"><form id="v31"><div id="v32" hidden class="row meanwhile"></div></form></main>', 0)))
    screen.apply(((0, 32, "hidden", None), (2, 32, '<span id="v40">Somebody has deleted it.</span>', 0)))
    assert screen.form == 31 and not screen.is_busy
    screen.apply(((0, 31, "aria-busy", "true"),))
    assert screen.is_busy
    screen.apply(((3, 30),))
    assert screen.form == 0
