"""The main window, what its menus do, and what stands beside the pages."""
