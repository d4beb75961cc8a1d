"""The scripts behind make: what they ask for, what they say where they don't get it, and what they run."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
SCRIPTS = ROOT / "Scripts"


def recipe(*arguments, **environment):
    """What make would run, whatever runs the tests."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", "--no-print-directory", "-n", *arguments], cwd=ROOT, env={**own, **environment}, capture_output=True, check=True,
        text=True).stdout


class System:
    """A machine with few commands: those that the scripts take for granted, and those that a test adds."""

    def __init__(self, folder):
        self.folder, self.calls = folder / "commands", folder / "calls.txt"
        self.folder.mkdir()
        for name in ("bash", "dirname", "env", "grep", "realpath"):
            (self.folder / name).symlink_to(shutil.which(name))

    def add(self, *names, does="exit 0"):
        for name in names:
            (self.folder / name).write_text(f"#!/usr/bin/env bash\n{does}\n")
            (self.folder / name).chmod(0o755)
        return self

    def run(self, script, *arguments, **environment):
        return subprocess.run(
            [SCRIPTS / script, *arguments], env={"PATH": str(self.folder), **environment}, capture_output=True, text=True)

    def called(self):
        """What the package manager was asked to install."""
        return [line for line in self.calls.read_text().splitlines() if line.startswith("install")] if self.calls.exists() else []


@pytest.fixture
def system(tmp_path):
    """A machine that lacks nothing but a browser and its driver, with nothing to install them by."""
    return System(tmp_path).add("swift", "python3", "openssl").add("id", does="echo 0")


def with_packages(system, candidate):
    return system.add("apt-get", does=f'echo "$@" >> {system.calls}').add("apt-cache", does=f'echo "  Candidate: {candidate}"')


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
    mark.touch()
    # That is another now, which looks for packages elsewhere.
    packages = next((folder / "lib").glob("python3*"))
    packages.rename(packages.with_name("python3.0"))
    environment(folder, requirements)
    assert not mark.exists()


def test_paths_that_the_rows_are_told_are_the_callers(system, tmp_path):
    clone, elsewhere = tmp_path / "clone", tmp_path / "elsewhere"
    shutil.copytree(SCRIPTS, clone / "Scripts")
    elsewhere.mkdir()
    rows = clone / "Benchmarks" / "Rows"
    rows.mkdir(parents=True)
    (rows / "measure.py").write_text("import os, sys\nprint(os.getcwd(), *sys.argv[1:])\n")
    system.add("swift", does='case "$*" in *--show-bin-path*) echo /built ;; esac').add("chromium")
    (clone / "Scripts" / "environment").write_text(f"#!/usr/bin/env bash\necho {sys.executable}\n")
    said = subprocess.run(
        [clone / "Scripts" / "rowsbench", "--write", "tables.md"], env={"PATH": str(system.folder)}, cwd=elsewhere, capture_output=True,
        text=True, check=True).stdout
    assert said == f"{elsewhere} /built/rowsbench --write tables.md\n"


def test_the_load_generator_runs_also_when_its_python_has_gone(tmp_path):
    shutil.copytree(SCRIPTS, tmp_path / "Scripts")
    generator = tmp_path / "Benchmarks" / "Load"
    generator.mkdir(parents=True)
    (generator / "requirements.txt").write_text("# nothing\n")
    (generator / "load.py").write_text("import sys\nprint(sys.argv[1:])\n")
    # As an upgrade of Python leaves it.
    folder = tmp_path / ".venv-load"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin" / "python").symlink_to("/nowhere/python3")
    shutil.copy(generator / "requirements.txt", folder)
    result = subprocess.run(
        [tmp_path / "Scripts" / "load", "program", "--soak", "1"], stdout=subprocess.PIPE, check=True, text=True)
    assert result.stdout == "['program', '--soak', '1']\n"


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


def test_what_has_failed_beside_others_is_said_again_at_the_end(system, tmp_path):
    for name in ("mktemp", "rm", "sed", "sleep", "tail", "touch"):
        (system.folder / name).symlink_to(shutil.which(name))
    system.add("chromium", "chromedriver").add("make", does="""
      for target; do :; done
      echo "$target begins"
      case $target in
        test-soak) echo "a screen was wrong"; exit 1 ;;
        test-browser-pairs) sleep 1; echo "all went well" ;;
      esac""")
    result = system.run("test")
    lines = result.stdout.splitlines()
    assert result.returncode == 1
    # Behind that stands how long each part took.
    end = next(place for place, line in enumerate(lines) if line.endswith("  formatting"))
    assert lines[end - 3:end] == ["make test-soak has failed. The last that it said:", "test-soak begins", "a screen was wrong"]
    assert lines[-1].endswith("beside five minutes' soak: failed, and nothing behind it was run")
    # Whatever else is under way is waited for; what comes after it isn't begun.
    assert "all went well" in lines and "test-browser-alone begins" not in lines
    # What a target leaves running isn't waited for.
    system.add("make", does="sleep 30 & exit 0")
    result = subprocess.run([SCRIPTS / "test"], env={"PATH": str(system.folder)}, stdout=(tmp_path / "said").open("w"), timeout=20)
    assert result.returncode == 0 and "Everything passed." in (tmp_path / "said").read_text()


def test_who_must_install_something_is_asked_before_anything_is_run(system):
    """Behind half an hour of tests, and where nobody can answer: beside others a program is stopped that asks its terminal."""
    for name in ("mktemp", "rm"):
        (system.folder / name).symlink_to(shutil.which(name))
    result = system.add("make", does="echo built").run("test")
    assert result.returncode == 1 and "This system has no apt-get" in result.stderr and "built" not in result.stdout


# Once more, or not


@pytest.fixture
def browser_tests(tmp_path):
    """Runs the browser tests of a copy whose Python says what it was asked, and gives one status after the other."""
    root, bare = tmp_path / "clone", tmp_path / "python"
    (root / "Tests" / "Browser").mkdir(parents=True)
    (root / "Scripts").mkdir()
    shutil.copy(ROOT / "Tests" / "Browser" / "run", root / "Tests" / "Browser")
    bare.write_text(f"""#!/usr/bin/env bash
      echo "$*" >> {tmp_path}/asked.txt
      read -r status rest < {tmp_path}/statuses.txt
      echo "$rest" > {tmp_path}/statuses.txt
      case $status in *!) echo "a screen is another" >> "$UNPLAYED" ;; esac
      exit "${{status%!}}"
""")
    (root / "Scripts" / "environment").write_text(f"#!/usr/bin/env bash\necho {bare}\n")
    (root / "Scripts" / "browser").write_text("#!/usr/bin/env bash\necho /bin/true\n")
    for script in (bare, *(root / "Scripts").iterdir()):
        script.chmod(0o755)
    programs = {name: "/bin/true" for name in ("TODOSTREAM", "GALLERY", "TODOMVC", "ROWSBENCH")}

    def run(statuses, *words):
        (tmp_path / "statuses.txt").write_text(statuses + "\n")
        (tmp_path / "asked.txt").write_text("")
        done = subprocess.run(
            [root / "Tests" / "Browser" / "run", *words], env={**os.environ, **programs}, capture_output=True, text=True, timeout=20)
        return done.returncode, ["again" if "--last-failed" in line else "all" for line in (tmp_path / "asked.txt").read_text().splitlines()]

    return run


@pytest.mark.parametrize("statuses, expected", [
    ("0", (0, ["all"])), ("1 0", (0, ["all", "again"])), ("1 1", (1, ["all", "again"])),
    # Broken off, a fault of its own, wrong words, and nothing to run: no test has failed that could go well now.
    ("2 0", (2, ["all"])), ("3 0", (3, ["all"])), ("4 0", (4, ["all"])), ("5 0", (5, ["all"])),
    # What isn't played as it was recorded is a defect, however its test goes the next time, and whichever test that is told of.
    ("1! 0", (1, ["all", "again"])), ("0!", (1, ["all"])),
])
def test_what_has_failed_is_run_once_more_and_what_was_broken_off_isn_t(browser_tests, statuses, expected):
    assert browser_tests(statuses, "-k", "keyboard") == expected


def test_who_breaks_off_the_first_part_doesn_t_get_the_second(browser_tests):
    assert browser_tests("2 0 0") == (2, ["all"])
    assert browser_tests("1 0 0") == (0, ["all", "again", "all"])


@pytest.mark.parametrize("option, status", [("-v", 1), ("-x", 2), ("--maxfail=1", 2)])
def test_a_run_that_ends_at_a_failure_was_broken_off(tmp_path, option, status):
    """Running that test once more says nothing about those behind it."""
    (tmp_path / "conftest.py").write_text(f"""
import importlib.util, sys
sys.path.insert(0, {str(ROOT / "Tests" / "Browser")!r})
found = importlib.util.spec_from_file_location("tests_conftest", {str(ROOT / "Tests" / "Browser" / "conftest.py")!r})
module = importlib.util.module_from_spec(found)
found.loader.exec_module(module)
pytest_sessionfinish = module.pytest_sessionfinish
""")
    (tmp_path / "test_two.py").write_text("def test_one(): assert False\n\ndef test_two(): pass\n")
    done = subprocess.run([sys.executable, "-m", "pytest", "-p", "no:cacheprovider", option, tmp_path], cwd=tmp_path, capture_output=True, timeout=50)
    assert done.returncode == status, done.stdout


# What they say of themselves


@pytest.fixture
def bare(tmp_path):
    """A machine on which a script can install, build and run nothing without being noticed."""
    system = System(tmp_path).add("swift", "make", "cmp", does=f'echo "$0" "$@" >> {tmp_path / "calls.txt"}; exit 1')
    # What goes by that name may be a script that needs more.
    (system.folder / "python3").symlink_to(sys.executable)
    return system


@pytest.mark.parametrize("word", ["--help", "-h"])
@pytest.mark.parametrize("script, option", [("bench", "--help"), ("test", "--help"), ("rowsbench", "--peer-rounds"), ("load", "--soak")])
def test_a_script_that_is_asked_says_what_it_does_and_nothing_else_happens(bare, script, option, word):
    result = bare.run(script, word)
    assert (result.returncode, result.stderr) == (0, "")
    assert f"Scripts/{script}" in result.stdout.splitlines()[0] and option in result.stdout
    assert not bare.calls.exists()


def test_it_may_be_asked_behind_other_words(bare):
    for script, words in (("rowsbench", ["--rounds", "3"]), ("load", ["program"]), ("load", ["test"])):
        result = bare.run(script, *words, "--help")
        assert result.returncode == 0 and f"Scripts/{script}" in result.stdout, result.stderr
    assert not bare.calls.exists()


def test_each_option_of_the_rows_is_told(bare):
    told = bare.run("rowsbench", "--help").stdout
    known = re.findall(r'add_argument\("(--[a-z-]+)"', (ROOT / "Benchmarks" / "Rows" / "measure.py").read_text())
    assert known and all(f"  {option} " in told for option in known)


@pytest.mark.parametrize("script", ["bench", "test"])
def test_a_script_without_options_refuses_them(bare, script):
    for word in ("--rounds", "swift", ""):
        result = bare.run(script, word)
        assert (result.returncode, result.stdout) == (2, "")
        assert f"Scripts/{script} knows no “{word}”" in result.stderr and "--help" in result.stderr
    assert not bare.calls.exists()


# What is needed


@pytest.mark.parametrize("name", ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"])
def test_whichever_browser_is_there_will_do(system, name):
    system.add(name, "chromedriver")
    result = system.run("require", "browser")
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    assert system.run("browser", "chromium").stdout == f"{system.folder / name}\n"


def test_a_browser_that_only_says_that_it_is_a_snap_is_none(system):
    system.add("chromium-browser", does="echo 'requires the chromium snap'; exit 1").add("google-chrome", "chromium.chromedriver")
    assert system.run("browser", "chromium").stdout == f"{system.folder / 'google-chrome'}\n"
    assert system.run("browser", "chromedriver").stdout == f"{system.folder / 'chromium.chromedriver'}\n"
    assert system.run("require", "browser").returncode == 0


def test_a_browser_that_is_named_is_taken_and_no_other(system, tmp_path):
    system.add("chromium", "chromedriver")
    own = tmp_path / "my browser"
    own.symlink_to(system.folder / "chromium")
    assert system.run("browser", "chromium", CHROMIUM=str(own)).stdout == f"{own}\n"
    result = system.run("require", "browser", CHROMIUM="/nowhere/chrome")
    assert result.returncode == 1 and "CHROMIUM is /nowhere/chrome, which isn't there or doesn't run" in result.stderr


def test_a_system_without_apt_get_is_told_what_to_install_and_nothing_else(system):
    result = system.run("require", "browser")
    assert (result.returncode, result.stdout) == (1, "")
    assert "This system has no apt-get" in result.stderr and "chromium chromium-driver" in result.stderr


def test_who_is_not_root_and_has_no_sudo_is_told_what_root_should_do(system):
    with_packages(system, "1.0").add("id", does="echo 1000")
    result = system.run("require", "browser")
    assert (result.returncode, result.stdout, system.called()) == (1, "", [])
    assert "there is no sudo" in result.stderr and "apt-get install chromium chromium-driver" in result.stderr
    assert "command not found" not in result.stderr


def test_where_the_browser_is_no_package_that_is_said(system):
    with_packages(system, "(none)")
    result = system.run("require", "browser")
    assert result.returncode == 1 and system.called() == []
    assert "no chromium here; on Ubuntu it is a snap" in result.stderr and "CHROMIUM=" in result.stderr


@pytest.mark.parametrize("user", [0, 1000])
def test_what_is_missing_is_installed(system, user):
    # It hands on no environment, unless told to.
    with_packages(system, "1.0").add("id", does=f"echo {user}").add("sudo", does='exec env -i "PATH=$PATH" "$@"')
    system.add("apt-get", does=f'[ "$1" != install ] || [ "$DEBIAN_FRONTEND" = noninteractive ] || exit 1; echo "$@" >> {system.calls}')
    result = system.run("require", "browser")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "Installing with apt-get: chromium chromium-driver\n"
    assert system.called() == ["install -y -qq --no-install-recommends chromium chromium-driver"]


# What make is told


def test_the_host_is_make_s_own_and_not_the_shell_s():
    for target in ("run", "gallery"):
        assert "--host '127.0.0.1'" in recipe(target, HOST="build.example")
        assert "--host '0.0.0.0'" in recipe(target, "HOST=0.0.0.0", HOST="build.example")


@pytest.mark.parametrize("name, word", [("my todos.sqlite", "'my todos.sqlite'"), ("Ann's", "'Ann'\\''s'"), ("a;b", "'a;b'")])
def test_a_database_may_be_called_anything(name, word):
    assert f"--database {word} --tools" in recipe("run", f"DATABASE={name}")
