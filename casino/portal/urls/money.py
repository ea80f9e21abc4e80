"""The wallet: deposits, withdrawals, the statement; and where payment providers speak to the house."""

from django.urls import URLPattern, path

from casino.portal.views import account, deposits, payments, statement, withdrawals

urlpatterns: list[URLPattern] = [
    path("carteira/", account.wallet, name="wallet"),
    path("carteira/depositar/", deposits.deposit, name="deposit"),
    path("carteira/depositar/meio/", deposits.add_instrument, name="add_instrument"),
    path("carteira/depositos/<uuid:key>/", deposits.deposit_status, name="deposit_status"),
    path("carteira/levantar/", withdrawals.withdraw, name="withdrawal"),
    path("carteira/levantamentos/<uuid:key>/cancelar/", withdrawals.cancel, name="cancel_withdrawal"),
    path("carteira/extrato/", statement.statement, name="statement"),
    path("carteira/extrato/extrato.csv", statement.statement_csv, name="statement_csv"),
    path("carteira/extrato/extrato.pdf", statement.statement_pdf, name="statement_pdf"),
    path("pagamentos/aviso/", payments.notice, name="payment_notice"),
    path("sandbox-pagamentos/<slug:ref>/", payments.bank, name="sandbox_bank"),
]
