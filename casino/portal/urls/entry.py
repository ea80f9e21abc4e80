"""Coming in and going out: registration, sign-in, recovery, second factor, devices, terms."""

from allauth.mfa.recovery_codes.views import download_recovery_codes
from django.urls import URLPattern, path
from django.views.generic import RedirectView

from casino.portal.views import demo_mail, guests, invitation, recovery, registration, security, sign_in, terms

urlpatterns: list[URLPattern] = [
    path("experimentar/", guests.guest, name="guest"),
    path("entrar/", sign_in.SignIn.as_view(), name="sign_in"),
    path("sair/", sign_in.SignOut.as_view(), name="sign_out"),
    path("registar/", registration.register, name="register"),
    path("registar/feito/", registration.registered, name="registered"),
    path("registar/confirmar/", registration.confirm_again, name="confirm_again"),
    path("registar/confirmar/<str:token>/", registration.confirm_email, name="confirm_email"),
    path("identidade/", registration.identity, name="identity"),
    path("identidade/corrigir/", registration.correct_identity, name="correct_identity"),
    path("convite/<str:token>/", invitation.accept_invitation, name="accept_invitation"),
    path("recuperar/", recovery.recover, name="recover"),
    path("recuperar/pedido/", recovery.recover_sent, name="recover_sent"),
    path("recuperar/<str:token>/", recovery.recover_password, name="recover_password"),
    path("termos/", terms.terms, name="terms"),
    path("termos/aceitar/", terms.accept, name="accept_terms"),
    path("termos/<int:number>/", terms.terms, name="terms_version"),
    path("seguranca/", security.security, name="security"),
    path("seguranca/palavra-passe/", security.change_password, name="change_password"),
    path("seguranca/email/", security.change_email, name="change_email"),
    path("seguranca/email/<str:token>/", registration.confirm_new_email, name="confirm_new_email"),
    path("seguranca/conta/", security.change_payment_account, name="change_payment_account"),
    path("seguranca/dispositivos/terminar/", security.end_others, name="end_others"),
    path("seguranca/dispositivos/<uuid:device>/terminar/", security.end_device, name="end_device"),
    path("correio/", demo_mail.demo_mail, name="demo_mail"),
]
"""In the portal's own name space."""

_security = RedirectView.as_view(pattern_name="portal:security")
steps: list[URLPattern] = [
    path("entrar/", sign_in.SignIn.as_view(), name="account_login"),
    path("entrar/codigo/", sign_in.SignInStep.as_view(), name="mfa_authenticate"),
    path("seguranca/de-novo/", sign_in.Again.as_view(), name="account_reauthenticate"),
    path("seguranca/de-novo/codigo/", sign_in.AgainByCode.as_view(), name="mfa_reauthenticate"),
    path("seguranca/de-novo/chave/", sign_in.AgainByKey.as_view(), name="mfa_reauthenticate_webauthn"),
    path("seguranca/fatores/", _security, name="mfa_index"),
    path("seguranca/aplicacao/", security.AddApplication.as_view(), name="mfa_activate_totp"),
    path("seguranca/aplicacao/quadrado.svg", security.totp_picture, name="totp_picture"),
    path("seguranca/aplicacao/retirar/", security.RemoveApplication.as_view(), name="mfa_deactivate_totp"),
    path("seguranca/codigos/", security.Codes.as_view(), name="mfa_view_recovery_codes"),
    path("seguranca/codigos/novos/", security.NewCodes.as_view(), name="mfa_generate_recovery_codes"),
    path("seguranca/codigos/codigos.txt", download_recovery_codes, name="mfa_download_recovery_codes"),
    path("seguranca/chaves/", _security, name="mfa_list_webauthn"),
    path("seguranca/chaves/nova/", security.AddKey.as_view(), name="mfa_add_webauthn"),
    path("seguranca/chaves/<int:pk>/retirar/", security.RemoveKey.as_view(), name="mfa_remove_webauthn"),
    path("seguranca/chaves/<int:pk>/nome/", security.NameKey.as_view(), name="mfa_edit_webauthn"),
]
"""The steps that allauth leads through, under the names by which it finds them: in no name space."""
