package dev.baton.json;

import dev.baton.api.PayloadCodec;
import dev.baton.api.PayloadUnreadableException;
import dev.baton.task.Bytes;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON by Jackson. Unknown fields are ignored, so that a newer node's payloads can be read. */
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
      throw new IllegalArgumentException(
          "A " + value.getClass().getName() + " can't be written as JSON: " + firstLine(broken),
          broken);
    }
  }

  @Override
  public <T> T decode(Bytes bytes, Class<T> type) {
    T value;
    try {
      value = mapper.readValue(bytes.toArray(), type);
    } catch (JacksonException broken) {
      throw new PayloadUnreadableException(
          "It is no JSON of a " + type.getName() + ": " + firstLine(broken), broken);
    }
    if (value == null) {
      throw new PayloadUnreadableException("It is null, not a " + type.getName(), null);
    }
    return value;
  }

  /** The rest of Jackson's message quotes the content, which may be secret. */
  private static String firstLine(JacksonException broken) {
    return broken.getOriginalMessage().lines().findFirst().orElse("no reason given");
  }
}
