"""The scripts around the measurements: their Python environments are what their lists of requirements say."""

import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).parents[2]
SCRIPTS = ROOT / "Scripts"


def recipe(*arguments):
    """What make would run."""
    return subprocess.run(["make", "--no-print-directory", "-n", *arguments], cwd=ROOT, capture_output=True, check=True, text=True).stdout


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


def test_the_load_generator_runs_also_when_its_python_has_gone(tmp_path):
    shutil.copytree(SCRIPTS, tmp_path / "Scripts")
    generator = tmp_path / "Benchmarks" / "Load"
    generator.mkdir(parents=True)
    (generator / "requirements.txt").write_text("# nothing\n")
    (generator / "load.py").write_text("import sys\nprint(sys.argv[1:])\n")

    def load():
        return subprocess.run(
            [tmp_path / "Scripts" / "load", "program", "--soak", "1"], stdout=subprocess.PIPE, check=True, text=True).stdout.strip()

    assert load() == "['program', '--soak', '1']"
    (tmp_path / ".venv-load" / "bin" / "python").unlink()
    assert load() == "['program', '--soak', '1']"


def test_no_script_takes_a_program_for_a_whole_environment():
    for script in SCRIPTS.iterdir():
        assert "-x \"$venv" not in script.read_text(), script
        assert script.name == "environment" or "-m venv" not in script.read_text(), script


def test_what_is_measured_under_load_is_a_release_build():
    for target in ("load", "soak"):
        builds = [line for line in recipe(target).splitlines() if "swift build" in line]
        assert builds and all("swift build -c release" in line for line in builds), target


def test_load_asks_for_what_makes_its_certificate():
    assert "Scripts/require libraries python openssl" in recipe("load")
