"""The catalogue as a table: filtered, sorted, brought in and written out."""
