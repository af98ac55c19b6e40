"""What building or installing the package does besides copying modules."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BuildHook(BuildHookInterface):  # type: ignore[misc]
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        runpy.run_path(str(root / "packaging" / "forms.py"))["compile_forms"](root)
        runpy.run_path(str(root / "packaging" / "texts.py"))["compile_catalogues"](root)
        # An editable install reads resources/ where it stands; a copy would only grow stale.
        if version != "editable":
            build_data["force_include"][str(root / "resources")] = "desktop/resources"
            build_data["force_include"][str(root / "docs/guide")] = "desktop/resources/guide"
            log = "CHANGELOG.md"
            build_data["force_include"][str(root / log)] = f"desktop/resources/{log}"
