"""The lean socket client in C: thousands of players in one process that costs the machine little."""

SOURCE = r"""
// client PORT MODE FILE: one WebSocket for each line of FILE ("path<TAB>cookie"), on one epoll.
//   fan   says "ready", then one line "last p50" (microseconds) for each event that reached every socket
//   play  bets once a round at a moment of its own; answers "mark" on its input with what happened since the last
// An event of the fan carries "ts": CLOCK_MONOTONIC in nanoseconds, set by its sender.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

typedef long long ll;
typedef struct {
  int fd, owed, version;
  size_t len, room;
  char *buf, round[72];
  ll seen, bet_at, sent_at;
} Sock;
typedef struct { ll *at; size_t n, room; } List;

static Sock *socks;
static int count, port, playing, needed;
static ll stamp, sent, receipts, refused, lost, gaps, resyncs;
static List latencies, lateness;

static ll clock_of(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}
static int order(const void *a, const void *b) { ll x = *(ll *)a, y = *(ll *)b; return x < y ? -1 : x > y; }
static void note(List *list, ll value) {
  if (list->n == list->room) list->at = realloc(list->at, (list->room = list->room * 2 + 1024) * sizeof(ll));
  list->at[list->n++] = value;
}
static void gone(Sock *s) {
  if (!playing) { fprintf(stderr, "a socket was closed\n"); exit(6); }
  if (s->fd >= 0) { close(s->fd); s->fd = -1; lost++; }
}

static void say(Sock *s, int op, const char *text, size_t n) {
  unsigned char frame[600] = {0x80 | op, n < 126 ? 0x80 | n : 0x80 | 126};
  int head = n < 126 ? 2 : 4;
  if (n >= 126) { frame[2] = n >> 8; frame[3] = n & 255; }
  memcpy(frame + head + 4, text, n);  // the mask is zero
  if (s->fd >= 0 && write(s->fd, frame, head + 4 + n) != (ssize_t)(head + 4 + n)) gone(s);
}

static ll number_after(const char *text, const char *name) {
  const char *at = strstr(text, name);
  return at ? atoll(at + strlen(name)) : 0;
}

static void heard_round(Sock *s, const char *text, int event) {
  const char *code = strstr(text, "\"round\":{\"code\":\"");
  if (!code) return;
  code += 17;
  size_t n = strcspn(code, "\"");
  ll now = clock_of(CLOCK_REALTIME) / 1000000, closes = number_after(code, "\"closes_at\":");
  if (n >= sizeof s->round) return;
  int same = !strncmp(s->round, code, n) && !s->round[n];
  if (strstr(code, "\"phase\":\"betting\"") && !same) {
    memcpy(s->round, code, n); s->round[n] = 0;
    ll span = closes - now - 1500;
    s->bet_at = span > 0 ? clock_of(CLOCK_MONOTONIC) + (200 + rand() % (span + 1)) * 1000000LL : 0;
  } else if (event && same && strstr(code, "\"phase\":\"settled\"")) note(&lateness, now - closes);
}

static void heard(Sock *s, char *text) {
  if (!playing) {
    ll ts = number_after(text, "\"ts\":");
    if (ts && s->seen != ts) { s->seen = ts; stamp = ts; s->sent_at = clock_of(CLOCK_MONOTONIC); needed--; }
    return;
  }
  if (!strncmp(text, "{\"say\":\"event\"", 14)) {
    int v = number_after(text, "\"v\":");
    if (s->version && v > s->version + 1) { gaps++; say(s, 1, "{\"do\":\"snapshot\"}", 17); }
    if (v > s->version) s->version = v;
    heard_round(s, text, 1);
  } else if (!strncmp(text, "{\"say\":\"snapshot\"", 17)) {
    s->version = number_after(text, "\"v\":");
    heard_round(s, text, 0);
  } else if (!strncmp(text, "{\"say\":\"receipt\"", 16)) {
    receipts++; s->owed = 0; note(&latencies, (clock_of(CLOCK_MONOTONIC) - s->sent_at) / 1000);
  } else if (!strncmp(text, "{\"say\":\"rejection\"", 18)) {
    if (refused++ < 3) fprintf(stderr, "%.300s\n", text);
    s->owed = 0;
  } else if (!strncmp(text, "{\"say\":\"resync\"", 15)) {
    resyncs++; say(s, 1, "{\"do\":\"snapshot\"}", 17);
  }
}

static void feed(Sock *s) {
  size_t at = 0;
  while (s->len - at >= 2) {
    unsigned char *b = (unsigned char *)s->buf + at;
    size_t n = b[1] & 127, head = 2;
    if (n == 126) { if (s->len - at < 4) break; n = b[2] << 8 | b[3]; head = 4; }
    else if (n == 127) {
      if (s->len - at < 10) break;
      n = (size_t)b[6] << 24 | b[7] << 16 | b[8] << 8 | b[9]; head = 10;
    }
    if (s->len - at < head + n) break;
    char *text = s->buf + at + head, kept = text[n];
    text[n] = 0;
    if ((b[0] & 15) == 9) say(s, 10, text, n < 125 ? n : 0);
    else if ((b[0] & 15) == 8) {
      const unsigned char *code = (unsigned char *)text;
      if (lost < 3) fprintf(stderr, "a socket was closed: %d\n", n < 2 ? 0 : code[0] << 8 | code[1]);
      gone(s); return;
    }
    else heard(s, text);
    text[n] = kept;
    at += head + n;
  }
  memmove(s->buf, s->buf + at, s->len - at);
  s->len -= at;
}

static void listen_to(Sock *s) {
  for (;;) {
    if (s->room - s->len < 4096) s->buf = realloc(s->buf, (s->room = s->room * 2 + 8192) + 1);
    ssize_t got = read(s->fd, s->buf + s->len, s->room - s->len);
    if (got < 0 && errno == EAGAIN) return;
    if (got <= 0) { gone(s); return; }
    s->len += got;
    feed(s);
    if (s->fd < 0 || s->room - s->len > 0) return;
  }
}

static void ask(Sock *s, char *line) {
  char *cookie = strchr(line, '\t'), request[900];
  struct sockaddr_in a = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = inet_addr("127.0.0.1")};
  int one = 1;
  *cookie++ = 0;
  cookie[strcspn(cookie, "\n")] = 0;
  s->fd = socket(AF_INET, SOCK_STREAM, 0);
  setsockopt(s->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (connect(s->fd, (void *)&a, sizeof a)) { perror("connect"); exit(2); }
  int n = snprintf(request, sizeof request,
    "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: c2Fib3RzYWJvdHNhYm90IQ==\r\n%s%s%s\r\n",
    line, port, port, *cookie ? "Cookie: " : "", cookie, *cookie ? "\r\n" : "");
  if (write(s->fd, request, n) != n) { perror("ask"); exit(3); }
}

static void welcome(Sock *s) {
  char answer[2048];
  int n = 0;
  do {
    if (n > 2000 || read(s->fd, answer + n, 1) != 1) { fprintf(stderr, "no handshake: %.*s\n", n, answer); exit(4); }
  } while (++n < 4 || memcmp(answer + n - 4, "\r\n\r\n", 4));
  if (strncmp(answer, "HTTP/1.1 101", 12)) { fprintf(stderr, "%.80s\n", answer); exit(5); }
}

static void tell_fan(void) {
  ll *took = malloc(count * sizeof(ll));
  for (int i = 0; i < count; i++) took[i] = socks[i].sent_at - stamp;
  qsort(took, count, sizeof(ll), order);
  printf("%lld %lld\n", took[count - 1] / 1000, took[count / 2] / 1000);
  fflush(stdout);
  free(took);
  needed = count;
}

static void tell_play(void) {
  ll owed = 0;
  for (int i = 0; i < count; i++) owed += socks[i].owed;
  printf("%lld %lld %lld %lld %lld %lld %lld", sent, receipts, refused, owed, lost, gaps, resyncs);
  List *lists[] = {&latencies, &lateness};
  for (int k = 0; k < 2; k++) {
    printf(";");
    for (size_t i = 0; i < lists[k]->n; i++) printf("%s%lld", i ? " " : "", lists[k]->at[i]);
    lists[k]->n = 0;
  }
  printf("\n");
  fflush(stdout);
  sent = receipts = refused = gaps = resyncs = 0;
}

static void bet_what_is_due(const char *lines) {
  ll now = clock_of(CLOCK_MONOTONIC);
  for (int i = 0; i < count; i++) {
    Sock *s = &socks[i];
    if (!s->bet_at || s->bet_at > now || s->fd < 0) continue;
    char frame[500];
    int n = snprintf(frame, sizeof frame,
      "{\"do\":\"bet\",\"key\":\"%08x-%04x-4%03x-8%03x-%06x%06x\",\"round\":\"%s\",\"lines\":%s}", rand(),
      rand() & 65535, rand() & 4095, rand() & 4095, rand() & 0xffffff, rand() & 0xffffff, s->round, lines);
    s->bet_at = 0; s->owed = 1; sent++;
    s->sent_at = clock_of(CLOCK_MONOTONIC);
    say(s, 1, frame, n);
  }
}

static void watch(int poll, int fd, int place) {
  struct epoll_event e = {EPOLLIN, {.u32 = place}};
  fcntl(fd, F_SETFL, O_NONBLOCK);
  epoll_ctl(poll, EPOLL_CTL_ADD, fd, &e);
}

static int serve(int poll, int patience) {  // whether our own input has something to say
  struct epoll_event events[512];
  int n = epoll_wait(poll, events, 512, patience), asked = 0;
  for (int k = 0; k < n; k++) {
    if (events[k].data.u32 == (unsigned)count) asked = 1;
    else if (socks[events[k].data.u32].fd >= 0) listen_to(&socks[events[k].data.u32]);
  }
  return asked;
}

int main(int argc, char **argv) {
  char **lines = NULL, *line = NULL;
  size_t room = 0;
  if (argc < 5) return 1;
  port = atoi(argv[1]); playing = !strcmp(argv[2], "play");
  srand(getpid() ^ (unsigned)time(NULL));
  FILE *file = fopen(argv[3], "r");
  while (file && getline(&line, &room, file) > 0) {
    lines = realloc(lines, (count + 1) * sizeof *lines);
    lines[count++] = strdup(line);
  }
  socks = calloc(count, sizeof *socks);
  int poll = epoll_create1(0);
  needed = count;
  for (int i = 0; i < count; i += 16) {
    int end = i + 16 < count ? i + 16 : count;
    for (int j = i; j < end; j++) ask(&socks[j], lines[j]);
    for (int j = i; j < end; j++) { welcome(&socks[j]); watch(poll, socks[j].fd, j); }
    serve(poll, 0);  // who is in already has pings to answer
  }
  watch(poll, 0, count);
  printf("ready\n");
  fflush(stdout);
  for (;;) {
    if (serve(poll, playing ? 5 : 1000)) {
      char asked[100];
      if (read(0, asked, sizeof asked) <= 0) return 0;
      if (playing) tell_play();
    }
    if (!playing && needed <= 0) tell_fan();
    if (playing) bet_what_is_due(argv[4]);
  }
}
"""
