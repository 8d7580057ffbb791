"""ament_python package: `pip install .`, and `colcon build` in a workspace."""

import copy
import os
import zlib
from pathlib import Path

from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext

package_name = "puma560_dynamics"


def files(folder: str, pattern: str) -> list[str]:
    """Shared files of a folder, sorted."""
    return sorted(str(path) for path in Path(folder).glob(pattern) if path.is_file())


GENERATED = Path(package_name, "models", "generated", "code")
FLAGS = ["-O3", "-ffp-contract=fast", "-fno-math-errno", "-g0"]  # Python asks for -g, a third of the compiler's time
CXX_FLAGS = ["/std:c++17", "/O2", "/EHsc", "/utf-8"] if os.name == "nt" else ["-std=c++17", "-O2", "-g0"]
LIBRARIES = [] if os.name == "nt" else ["m"]  # Windows has the mathematical functions in its C library
STABLE = "cp312" if os.environ.get("STABLE_ABI") else ""  # tools/wheels: one wheel for Python 3.12 and newer
LIMITED = [("Py_LIMITED_API", "0x030C0000")] if STABLE else []


def extensions() -> list[Extension]:
    """The generated C of the PUMA and the generator's search, as modules.

    All are optional. Without a compiler numpy computes the same as the C, and arms whose programs are not kept with the
    package cannot be derived.
    """
    binding = Path(package_name, "emdeg", "backends", "c", "binding.c")
    method = binding.with_name("method.h")
    search = sorted(Path(package_name, "emdeg", "simplify", "compiled").glob("*pp"))
    searches = Extension(
        f"{package_name}.emdeg.simplify._search",
        sources=[str(path) for path in search if path.suffix == ".cpp"],
        depends=[str(path) for path in search],
        # emdeg/simplify/search.py compares it with the sources that are there
        define_macros=[
            ("SOURCES", str(zlib.crc32(b"".join(path.read_bytes() for path in search)) & 0x7FFFFFFF)),
            *LIMITED,
        ],
        py_limited_api=bool(STABLE),
        extra_compile_args=CXX_FLAGS,
        language="c++",
        optional=True,
    )
    return [searches] * bool(search) + [
        Extension(
            f"{package_name}.models.generated._{name}",
            sources=[str(GENERATED / f"{name}.c"), str(binding)],
            depends=[
                str(GENERATED / f"{name}.h"),
                str(method),
                *(str(method.with_name(f"{part}.h")) for part in ("parts", "repeated")),
            ],
            include_dirs=[str(GENERATED)],
            define_macros=[("MODEL", name), *LIMITED],
            py_limited_api=bool(STABLE),
            extra_compile_args=FLAGS,
            libraries=LIBRARIES,
            optional=True,
        )
        for name in ("puma560", "puma560_abbreviated")
        if (GENERATED / f"{name}.c").exists()
    ]


MESSAGES = (
    "diagnostic-msgs",
    "geometry-msgs",
    "sensor-msgs",
    "std-msgs",
    "std-srvs",
    "trajectory-msgs",
    "visualization-msgs",
)


class ApartBuild(build_ext):
    """Compiles the modules at once, each in a folder of its own: two contain one source with different macros."""

    def finalize_options(self) -> None:
        """Compile in parallel; an editable installation forgets the options that setup() is given."""
        super().finalize_options()
        self.parallel = self.parallel or True

    def build_extension(self, ext: Extension) -> None:
        """Compile one module."""
        own = copy.copy(self)
        own.build_temp = str(Path(self.build_temp) / ext.name)
        build_ext.build_extension(own, ext)


def wheels(client: str, messages: str) -> list[str]:
    """ROS 2 from PyPI, for machines without ROS; a robot brings its own rclpy."""
    return [f"ros-rclpy[fastrtps]=={client}", *(f"ros-{name}=={messages}" for name in MESSAGES)]


kilted = wheels("9.1.2", "5.5.1")
jazzy = wheels("7.1.6", "5.3.6")
oracle = ["pin>=3"]
simulation = ["mujoco>=3.4"]
report = ["matplotlib>=3.7"]
view = ["viser>=1.1", "yourdfpy>=0.0.59"]  # older ones fail with numpy 2.4
replay = ["rosbags>=0.10", "mcap>=1.2", "bokeh>=3.3", "pyarrow>=14"]
identify = ["cvxpy>=1.5"]
many = ["distributed>=2024.1"]
desk = [*replay, *identify, *many]
targets = ["casadi>=3.6", "jax>=0.4.30"]
peers = ["casadi>=3.6", "cmeel-eigen", "adam-robotics[casadi]>=0.5", "dynibo>=0.5", "frax>=0.1", "pandas>=2"]
public_arms = [
    "airo-models",
    "example-robot-data>=4",
    "jvrc-description",
    "pybullet>=3.2",
    "rtb-data>=1",
]

setup(
    name=package_name,
    # catkin_prepare_release writes it here and in package.xml; test/test_packaging.py compares all places.
    version="0.1.0",
    packages=find_packages(include=[package_name, f"{package_name}.*"]),
    package_data={
        package_name: ["py.typed", "*.pyi"],
        f"{package_name}.emdeg": ["*.pyi"],
        f"{package_name}.models.tables": ["text/*"],
        f"{package_name}.models.generated": [
            "factored/arm",
            "factored/*.txt",
            "factored/*/arm",
            "factored/*/*.txt",
        ],
        f"{package_name}.models.generated.code": ["*.c", "*.h"],
        f"{package_name}.emdeg.backends": ["c/*"],
        f"{package_name}.emdeg.simplify": ["compiled/*"],
        f"{package_name}.controller": [
            *("core/*", "robot/*", "templates/*", "templates/*/*", "model_templates/*", "model_templates/*/*"),
            *("library/*", "library/*/*", "library/*/*/*"),
        ],
        f"{package_name}.papers.burdick": ["appendix_ii.txt"],
        f"{package_name}.papers.kane_levinson": ["equations/*"],
    },
    ext_modules=extensions(),
    cmdclass={"build_ext": ApartBuild},
    options={"bdist_wheel": {"py_limited_api": STABLE}} if STABLE else {},
    data_files=[
        ("share/ament_index/resource_index/packages", [f"resource/{package_name}"]),
        (f"share/{package_name}", ["package.xml"]),
        (f"share/{package_name}/config", files("config", "*")),
        (f"share/{package_name}/config/sros2", files("config/sros2", "*.xml")),
        (f"share/{package_name}/config/sros2/common", files("config/sros2/common", "*.xml")),
        (f"share/{package_name}/examples", files("examples", "*")),
        (f"share/{package_name}/examples/optimal_control", files("examples/optimal_control", "*")),
        (f"share/{package_name}/examples/pick_and_place", files("examples/pick_and_place", "*")),
        (f"share/{package_name}/launch", files("launch", "*.launch.py")),
        (f"share/{package_name}/urdf", files("urdf", "*")),
    ],
    python_requires=">=3.10",
    install_requires=[
        "numpy>=1.21",
        "pyyaml>=5.4",
        "scipy>=1.8",
        "rich>=12",
        "argcomplete>=3",
    ],
    extras_require={
        "ros": kilted,
        "oracle": oracle,
        "simulation": simulation,
        "report": report,
        "view": view,
        "replay": replay,
        "identify": identify,
        "many": many,
        "rerun": ["rerun-sdk>=0.24"],
        "run": [*kilted, *oracle, *simulation, *report, *view, *desk],
        "run-jazzy": [*jazzy, *oracle, *simulation, *report, *view, *replay],
        "test": [
            "pytest>=7,<9",
            "pytest-xdist>=3",
            "pytest-rerunfailures>=14",
            "pytest-timeout>=2.3",
            "hypothesis>=6",
            "lxml",
            "urdf-parser-py>=0.0.3",
            "xacro>=2",
            "ros-ament-index-python",
            "ziglang>=0.13",
        ],
        "targets": targets,
        "trials": [*public_arms, "example-robot-data==6.0.0", "mujoco-menagerie==2026.10.4"],
        "bench": [*peers, *public_arms],
        "lint": ["ruff==0.17.5", "mypy==2.4.1", "types-PyYAML"],
        "coverage": ["pytest-cov>=5"],
        "docs": ["sphinx>=7.4", "myst-parser>=4", "furo>=2024.8", "latex2mathml>=3.77"],
        "colcon": ["colcon-common-extensions", "setuptools<80"],
    },
    zip_safe=False,
    maintainer="puma560_dynamics maintainers",
    maintainer_email="maintainers@puma560-dynamics.invalid",
    description="Closed-form dynamics of the PUMA 560 and of any serial arm, as feed-forward torque for ros2_control",
    long_description=Path("README.md").read_text(encoding="utf-8"),
    long_description_content_type="text/markdown",
    license="BSD-3-Clause",
    keywords=[
        "robotics",
        "dynamics",
        "manipulator",
        "PUMA 560",
        "ROS 2",
        "ros2_control",
        "feed-forward",
        "identification",
    ],
    classifiers=[
        "Development Status :: 4 - Beta",
        "Intended Audience :: Science/Research",
        "Intended Audience :: Manufacturing",
        "License :: OSI Approved :: BSD License",
        "Operating System :: POSIX :: Linux",
        "Operating System :: OS Independent",  # without ROS; test/test_portability.py
        "Programming Language :: C",
        "Programming Language :: Python :: 3 :: Only",
        *(f"Programming Language :: Python :: 3.{minor}" for minor in (10, 11, 12, 13, 14, 15)),
        "Topic :: Scientific/Engineering",
        "Topic :: Scientific/Engineering :: Physics",
        "Topic :: Software Development :: Code Generators",
        "Typing :: Typed",
    ],
    entry_points={
        "console_scripts": [
            "puma560 = puma560_dynamics.cli:main",
            "arm_dynamics = puma560_dynamics.cli:main",
            "plant_node = puma560_dynamics.nodes.start:plant_node",
            "command_guard_node = puma560_dynamics.nodes.start:command_guard_node",
            "feedforward_node = puma560_dynamics.nodes.start:feedforward_node",
            "trajectory_feedforward_node = puma560_dynamics.nodes.start:trajectory_feedforward_node",
            "validator_node = puma560_dynamics.nodes.start:validator_node",
            "observer_node = puma560_dynamics.nodes.start:observer_node",
            "payload_node = puma560_dynamics.nodes.start:payload_node",
            "reference_node = puma560_dynamics.nodes.start:reference_node",
            "marker_node = puma560_dynamics.nodes.start:marker_node",
            "view_node = puma560_dynamics.nodes.start:view_node",
        ],
    },
)
