"""The event spine: every act and fact that staff, the regulator or a program reads of, numbered and only added to."""
