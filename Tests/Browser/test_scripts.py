"""The scripts around the measurements: their Python environments are what their lists of requirements say."""

import pathlib
import subprocess

SCRIPTS = pathlib.Path(__file__).parents[2] / "Scripts"


def environment(folder, requirements):
    result = subprocess.run([SCRIPTS / "environment", folder, requirements], stdout=subprocess.PIPE, check=True, text=True)
    python = result.stdout.strip()
    subprocess.run([python, "-c", ""], check=True)
    return python


def test_an_environment_is_made_anew_when_it_is_broken_or_its_list_has_changed(tmp_path):
    requirements, folder = tmp_path / "requirements.txt", tmp_path / "environment"
    requirements.write_text("# nothing\n")
    python = environment(folder, requirements)
    mark = folder / "mark"
    mark.touch()
    assert environment(folder, requirements) == python
    assert mark.exists(), "a whole one stays"
    requirements.write_text("# still nothing\n")
    environment(folder, requirements)
    assert not mark.exists()
    mark.touch()
    # The Python that it was made with has gone.
    (folder / "bin" / "python").unlink()
    environment(folder, requirements)
    assert not mark.exists()


def test_no_script_takes_a_program_for_a_whole_environment():
    for script in SCRIPTS.iterdir():
        assert "-x \"$venv" not in script.read_text(), script
