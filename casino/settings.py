"""Django's settings. The code is the same everywhere; only the environment (`casino.env`) differs."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONCE, NONE, SELF  # noqa: F401  (NONCE is for the API viewer's own policy)
from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from casino import env, operator_profile, server_settings
from casino.door.bounds import Places
from casino.web import log_lines

ENVIRONMENT = env.read()
BASE_DIR = Path(__file__).resolve().parent.parent

SECRET_KEY = ENVIRONMENT.secret_key
SHOE_KEYS = ENVIRONMENT.shoe_keys
LOG_KEY = ENVIRONMENT.log_key
LOG_KEY_BEFORE = ENVIRONMENT.log_key_before
DEBUG = False
DEMO_HOUSE = ENVIRONMENT.demo
ALLOWED_HOSTS = list(ENVIRONMENT.hosts)
CSRF_TRUSTED_ORIGINS = list(ENVIRONMENT.origins)
DATA_DIR = ENVIRONMENT.data
HOUSE_NAME = "Sabot"
OPERATOR_PROFILE = operator_profile.read(ENVIRONMENT.house or operator_profile.EXAMPLE)
PROFILE = OPERATOR_PROFILE.profile
REPORT_THRESHOLDS = OPERATOR_PROFILE.threshold  # dated lines: from which amount on a report counts something

# Limits for all players, in cents ("deposit-month": 1_000_000) or minutes ("session-day": 480); the operator's limit
# for one person takes their place for that person, and the person's own, where stricter, comes before both (GL-09).
HOUSE_LIMITS: dict[str, int] = {}
# From where on a day's figures are a sign that play may do harm (players/protection/harm.py says what each counts).
HARM_THRESHOLDS: dict[str, int] = {
    "chasing": 5,
    "rising-stakes": 3,
    "rising-rounds": 20,
    "night-minutes": 60,
    "limit-hits": 3,
    "session-minutes": 240,
    "deposits": 4,
}
# The key of the list's pushes; without one only a demonstration house takes any, from `manage.py push_exclusion`.
NATIONAL_LIST_SECRET = ENVIRONMENT.national_list
# The adapters to the outside, by the variable that names each (casino.adapters.registry).
ADAPTERS = ENVIRONMENT.adapters
PORT = ENVIRONMENT.port
METRICS = ENVIRONMENT.metrics  # where this process serves its measures; empty: nowhere
# Days after being taken on or changed in which a member of staff decides neither money nor rules nor colleagues (H7).
STAFF_DAYS = ENVIRONMENT.staff_days
# What the drift court goes by (docs/drift.md): rounds a day of the whole house, the streams that stop play at once.
DRIFT_ROUNDS = ENVIRONMENT.drift_rounds
DRIFT_STOPS = ENVIRONMENT.drift_stops
# How many people may play the demonstration without an account at a time; 0 switches it off (ADR 0177).
GUESTS = ENVIRONMENT.guests
# The differences from `players.cashier.operations.CashierTerms`, by name.
CASHIER: dict[str, Any] = {}

# The limits of open connections in one web process (casino/door).
DOOR = Places(ENVIRONMENT.connections, ENVIRONMENT.address_connections, ENVIRONMENT.person_sockets)

HOUSE_URL = ENVIRONMENT.origins[0] if ENVIRONMENT.origins else ""  # the base of the links in e-mails
# The name that the log of the house begins with; it keeps its first one (reporting.operations.log.signing).
LOG_ORIGIN = f"{urlsplit(HOUSE_URL).hostname or 'localhost'}/sabot/days"
WITNESSES = OPERATOR_PROFILE.witness  # who signs the log beside the house
WITNESS_QUORUM = OPERATOR_PROFILE.witness_quorum  # the weight of signatures that makes a checkpoint witnessed
EVIDENCE_DIR = DATA_DIR / "evidence"  # sealed days, as folders

# Without a mail server the e-mails are files in the house's folder, to be read there.
EMAIL_FILE_PATH = DATA_DIR / "mail"
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if ENVIRONMENT.mail else 'filebased'}.EmailBackend"
if ENVIRONMENT.mail:
    EMAIL_HOST, EMAIL_PORT = ENVIRONMENT.mail.host, ENVIRONMENT.mail.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = ENVIRONMENT.mail.user, ENVIRONMENT.mail.password
    EMAIL_USE_SSL, EMAIL_USE_TLS = ENVIRONMENT.mail.tls, ENVIRONMENT.mail.starttls
    EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = "Sabot <casa@sabot.example>"

# Complaints: working days for the answer (PT-79; the regulator's own number, PT-81, is not published), days to ask once
# more, and what looks into attached files (`players.complaints.operations.attachments.infected`).
COMPLAINT_WORKING_DAYS = 15
COMPLAINT_REOPEN_DAYS = 30
ATTACHMENT_SCANNER = "players.complaints.operations.attachments.infected"

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "wallet",
    "players",
    "tables",
    "reporting",
    "casino",
    # Writes accounts, tables and a history of the past: in a demonstration house alone.
    *(["demonstration"] if DEMO_HOUSE else []),
]

MIDDLEWARE = [
    "casino.web.middleware.in_room",
    "casino.web.middleware.numbered",
    "django.middleware.security.SecurityMiddleware",
    "casino.web.middleware.kept_apart",  # before the static files: they have these headers too
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "casino.web.middleware.signed",
    "casino.web.middleware.following",
    "casino.web.waits.tell_waits",
    "casino.signing.sessions.keep_session",
    "casino.portal.guest_wall.GuestWall",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

if ENVIRONMENT.traces:
    MIDDLEWARE.insert(2, "casino.web.traces.traced")

ROOT_URLCONF = "casino.urls"
ASGI_APPLICATION = "casino.asgi.application"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "casino.web.rendering.Templates",
        "NAME": "django",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "casino.web.context.house",
            ],
            "builtins": ["casino.templatetags.sabot"],
            "libraries": {"office": "casino.backoffice.table_tag"},
        },
    }
]


DATABASES = server_settings.databases(ENVIRONMENT.database_url, ENVIRONMENT.replica_url)
VALKEY = server_settings.valkey(ENVIRONMENT.valkey_url)
CACHES = server_settings.caches(VALKEY)
CHANNEL_LAYERS = server_settings.channel_layers(VALKEY)

AUTH_USER_MODEL = "players.Person"
LOGIN_URL = "portal:sign_in"
LOGIN_REDIRECT_URL = "portal:lobby"
LOGOUT_REDIRECT_URL = "portal:lobby"
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
PASSWORD_RESET_TIMEOUT = 3600  # seconds for which a recovery e-mail is valid

# allauth leads through the steps of signing in and keeps second factors; attempts, e-mails and addresses are our rows.
ACCOUNT_ADAPTER = "casino.signing.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "none"  # casino.signing.adapter.ConfirmedStage asks the person's own row
ACCOUNT_SESSION_REMEMBER = False
ACCOUNT_REAUTHENTICATION_TIMEOUT = 600
ACCOUNT_RATE_LIMITS = False  # they count in the cache; the house counts in rows (players.access.operations.sign_in)
MFA_ADAPTER = "casino.signing.second_factor.MFAAdapter"
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_FORMS = {
    "authenticate": "casino.signing.second_factor.SignInCode",
    "reauthenticate": "casino.signing.second_factor.AgainCode",
    "activate_totp": "casino.signing.second_factor.ActivationCode",
}
MFA_TOTP_ISSUER = HOUSE_NAME
MFA_TOTP_TOLERANCE = 1  # clocks of phones differ
MFA_PASSKEY_LOGIN_ENABLED = False  # a key is a second factor here, never the only one
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not ENVIRONMENT.https

LANGUAGE_CODE = "pt"
LANGUAGES = [("pt", _("Português")), ("en", _("English")), ("ro", _("Română"))]
LOCALE_PATHS = [BASE_DIR / "casino" / "locale"]
FORMAT_MODULE_PATH = "casino.wording.formats"  # Django's English writes dates as Americans do
TIME_ZONE = "Europe/Lisbon"  # how moments are shown; the database keeps UTC
USE_TZ = True
USE_I18N = True

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
FONTS_DIR = DATA_DIR / "fonts"  # `./sabot fonts` fills it
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "casino.web.fonts.FontsFinder",
]
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]  # megabytes that no page asks for
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "casino.web.joining.storage.JoinedFiles"},
}

# Over HTTPS a browser takes these names only with Secure, for the whole host and no other: no sub-domain can set them.
_HOST = "__Host-" if ENVIRONMENT.https else ""
SESSION_COOKIE_NAME = f"{_HOST}sessionid"
CSRF_COOKIE_NAME = f"{_HOST}csrftoken"
LANGUAGE_COOKIE_NAME = f"{_HOST}django_language"
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = ENVIRONMENT.https
STAFF_NETWORKS = ENVIRONMENT.staff_networks
SESSION_ENGINE = "casino.signing.session_store"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_AGE = 1800  # half an hour without activity and one signs in again (GL-08)
SESSION_EXPIRE_AT_BROWSER_CLOSE = True  # the cookie knows no time: a table's open socket keeps the row alive
SESSION_COOKIE_SAMESITE = "Lax"
BROWSER_COOKIE_NAME = f"{_HOST}sabot-browser"  # known again by it (casino.signing.origin)
AFTER_COOKIE_NAME = f"{_HOST}sabot-after"  # what a standby must have before it is read at (casino.web.middleware)
MESSAGES_COOKIE_NAME = f"{_HOST}messages"
MESSAGE_STORAGE = "casino.web.message_storage.Messages"
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = ENVIRONMENT.https
SECURE_SSL_REDIRECT = ENVIRONMENT.https
SECURE_REDIRECT_EXEMPT = ["^livez$", "^healthz$", "^readyz$", "^readyz/site$"]
# Behind a proxy that ends TLS and sets this header itself; without SABOT_HTTPS the header is not believed.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if ENVIRONMENT.https else None
SECURE_HSTS_SECONDS = 31_536_000 if ENVIRONMENT.https else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = ENVIRONMENT.https
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.SessionAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "casino.api.errors.answer",
}

CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS = server_settings.broker(VALKEY)
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BEAT_SCHEDULER = "casino.beat:Scheduler"
CELERY_TIMEZONE = "UTC"
# Every task is a sweep over what the database says is due: safe twice, safe late.
CELERY_BEAT_SCHEDULE = {
    "data-exports": {"task": "casino.tasks.make_data_exports", "schedule": 5.0},
    "payouts": {"task": "casino.tasks.pay_out_closed", "schedule": 60.0},
    "heartbeat": {"task": "casino.tasks.beat", "schedule": 2.0},
    "sandbox-bank": {"task": "casino.tasks.post_sandbox_notices", "schedule": 1.0},
    "cashier": {"task": "casino.tasks.run_cashier", "schedule": 5.0},
    "identities": {"task": "casino.tasks.check_identities", "schedule": 5.0},
    "emails": {"task": "casino.tasks.send_emails", "schedule": 5.0},
    "limits": {"task": "casino.tasks.keep_limits", "schedule": 60.0},
    "session-sums": {"task": "casino.tasks.keep_session_sums", "schedule": 60.0},
    "end-sessions": {"task": "casino.tasks.end_sessions", "schedule": 5.0},
    "sign-ins": {"task": "casino.tasks.end_sign_ins", "schedule": 60.0},
    "guests": {"task": "casino.tasks.end_guests", "schedule": 15.0},
    "hints": {"task": "casino.tasks.forget_hints", "schedule": 300.0},
    "watch-play": {"task": "casino.tasks.watch_play", "schedule": 300.0},
    "erasures": {"task": "casino.tasks.erase_due", "schedule": 60.0},
    "archive": {"task": "casino.tasks.keep_archive", "schedule": 3600.0},
    "national-list": {"task": "casino.tasks.take_national_list", "schedule": 15.0},
    "regulator": {"task": "casino.tasks.notify_regulator", "schedule": 30.0},
    "complaints": {"task": "casino.tasks.remind_complaints", "schedule": 300.0},
    "table-hours": {"task": "tables.tasks.apply_hours", "schedule": 15.0},
    "watch": {"task": "tables.tasks.watch", "schedule": 30.0},
    "drift-court": {"task": "tables.tasks.judge_rounds", "schedule": 10.0},
    "daily-reports": {"task": "reporting.tasks.make_due_reports", "schedule": 60.0},
    "report-requests": {"task": "reporting.tasks.prepare_requests", "schedule": 5.0},
    "scheduled-reports": {"task": "reporting.tasks.send_scheduled", "schedule": 30.0},
    "long-jobs": {"task": "reporting.tasks.do_jobs", "schedule": 5.0},
    "chain": {"task": "reporting.tasks.extend_chain", "schedule": 5.0},
    "log": {"task": "reporting.tasks.keep_log", "schedule": 15.0},
    "witnesses": {"task": "reporting.tasks.ask_witnesses", "schedule": 60.0},
    "sealed-days": {"task": "reporting.tasks.seal_days", "schedule": 60.0},
    "process-minutes": {"task": "reporting.tasks.forget_minutes", "schedule": 300.0},
    "compared-days": {"task": "reporting.tasks.compare_a_day", "schedule": 1800.0},
    "safe-files": {"task": "casino.tasks.deliver_files", "schedule": 300.0},
    "time-stamps": {"task": "casino.tasks.stamp_days", "schedule": 300.0},
    "hourly-files": {"task": "casino.tasks.make_hours", "schedule": 60.0},
    "regulator-line": {"task": "casino.tasks.watch_line", "schedule": 15.0},
    "terms": {"task": "casino.tasks.tell_terms", "schedule": 3600.0},
    "software": {"task": "reporting.tasks.check_software", "schedule": 3600.0},
    "ledger-proof": {"task": "reporting.tasks.prove_ledger", "schedule": 3600.0},
    "whole-proof": {"task": "reporting.tasks.prove_slice", "schedule": 300.0},
}
if ENVIRONMENT.adapters["SABOT_SECOND_READER"]:
    CELERY_BEAT_SCHEDULE["second-reader"] = {"task": "casino.tasks.look_again", "schedule": 1.0}

TRACES = ENVIRONMENT.traces
LOGGING = log_lines.logging_settings(ENVIRONMENT.log_level, errors=ENVIRONMENT.errors)
log_lines.configure()
