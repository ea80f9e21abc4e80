"""The demonstration house: its accounts and tables, its first hours, and a history written into the past.

It stands beside the product, which never imports it, and is installed only where `SABOT_DEMO=1`. The rounds of the past
go around the operations on purpose: rows with past dates, in bulk. What people did beside them does not (`work`).
"""
