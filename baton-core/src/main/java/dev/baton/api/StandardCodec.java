package dev.baton.api;

import java.util.Optional;
import java.util.ServiceLoader;

/** The codec of types that name none: JSON by Jackson, when Jackson is on the class path. */
final class StandardCodec {
  private StandardCodec() {}

  static PayloadCodec get() {
    return Holder.FOUND.orElseThrow(
        () ->
            new IllegalStateException(
                "Payloads are written as JSON by Jackson, which isn't on the class path: add"
                    + " tools.jackson.core:jackson-databind, or give the type a codec of its own"));
  }

  /** Looked for once, when it is first needed. */
  private static final class Holder {
    static final Optional<PayloadCodec> FOUND = find();

    private static Optional<PayloadCodec> find() {
      try {
        return ServiceLoader.load(PayloadCodec.class, PayloadCodec.class.getClassLoader())
            .findFirst();
      } catch (java.util.ServiceConfigurationError | NoClassDefFoundError withoutJackson) {
        return Optional.empty();
      }
    }
  }
}
