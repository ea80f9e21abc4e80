"""The bridge of a serial scanner: reads lines from the device, hands them in at the house, and answers the device.

It may run on a machine at the table: it imports nothing of the house, and asks for nothing but Python and pyserial.
The line protocol is published in docs/croupier.md.
"""
