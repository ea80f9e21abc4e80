"""The bytes of sealed days and of the house's log: canonical lines, trees, signed notes. Pure: no clock, no I/O."""
