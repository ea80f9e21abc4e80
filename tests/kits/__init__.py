"""Contract kits: what every adapter to the outside must keep, as tests that a new adapter inherits.

Subclass a kit in a test module, give the fixtures that it names, and every rule of the port runs against your adapter:

    class TestOurBank(ProviderKit):
        @pytest.fixture
        def outside(self) -> OutsideBank: ...
"""
