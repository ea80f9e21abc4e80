"""The handling of requests: forms that act, middleware, context, files, the cache, health."""
