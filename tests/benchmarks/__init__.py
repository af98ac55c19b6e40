"""What the budgets cost on this machine; each module runs with ``python -m``."""
