package dev.baton.json;

import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.PayloadUnwritableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.json.JsonMapper;

/**
 * JSON by Jackson. Unknown fields are ignored, so that a newer node's payloads can be read. A
 * constant or subtype that only a newer class has, and what isn't JSON at all, is {@linkplain
 * UnknownHereException left to nodes that may know it}.
 */
public final class JacksonCodec implements PayloadCodec {
  private final JsonMapper mapper;

  /** With Jackson's defaults, but for unknown fields. */
  public JacksonCodec() {
    this(JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES).build());
  }

  /** With a mapper of the application's own. */
  public JacksonCodec(JsonMapper mapper) {
    this.mapper = mapper;
  }

  @Override
  public Bytes encode(Object value) {
    try {
      return Bytes.of(mapper.writeValueAsBytes(value));
    } catch (JacksonException broken) {
      throw new PayloadUnwritableException(
          "A " + value.getClass().getName() + " can't be written as JSON: " + JsonErrors.of(broken),
          broken);
    }
  }

  @Override
  public <T> T decode(Bytes bytes, Class<T> type) {
    T value;
    try {
      value = mapper.readValue(bytes.toArray(), type);
    } catch (InvalidTypeIdException newer) {
      throw new UnknownHereException(
          "It names a subtype that this node's " + type.getName() + " doesn't know", newer);
    } catch (InvalidFormatException wrong) {
      throw isOfAnEnum(wrong)
          ? new UnknownHereException(
              "It names a constant that this node's "
                  + wrong.getTargetType().getName()
                  + " doesn't have",
              wrong)
          : unreadable(type, wrong);
    } catch (JacksonException broken) {
      throw isOfAnotherCodec(bytes)
          ? new UnknownHereException(
              "It isn't JSON at all, which is what this node reads: another codec wrote it", broken)
          : unreadable(type, broken);
    }
    if (value == null) {
      throw new PayloadUnreadableException("It is null, not a " + type.getName(), null);
    }
    return value;
  }

  private static boolean isOfAnEnum(InvalidFormatException wrong) {
    Class<?> target = wrong.getTargetType();
    return target != null && target.isEnum() && wrong.getValue() instanceof String;
  }

  /** A JSON text begins with a printable character; encrypted and binary forms have a mark. */
  private static boolean isOfAnotherCodec(Bytes bytes) {
    byte[] some = bytes.toArray();
    return some.length > 0 && (some[0] < ' ' && !Character.isWhitespace(some[0]));
  }

  private static PayloadUnreadableException unreadable(Class<?> type, JacksonException broken) {
    return new PayloadUnreadableException(
        "It is no JSON of a " + type.getName() + ": " + JsonErrors.of(broken), broken);
  }
}
