package dev.baton.json;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.exc.InvalidDefinitionException;
import tools.jackson.databind.exc.InvalidFormatException;
import tools.jackson.databind.exc.InvalidTypeIdException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.PropertyBindingException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Converts values to JSON with Jackson 3. The codec ignores unknown fields, so that it can read
 * payloads of a newer node. The JSON may contain an enum constant or subtype that only a newer
 * class has, or another codec may have written the bytes. In both cases, this node {@linkplain
 * dev.baton.api.error.UnknownHereException leaves the task to nodes that may know it}. Thread-safe.
 */
public final class JacksonCodec extends JsonCodec<JacksonException> {
  private final JsonMapper mapper;

  /**
   * Uses Jackson's defaults, except that it ignores unknown fields, and times keep their zone and
   * offset.
   */
  public JacksonCodec() {
    this(
        JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DateTimeFeature.WRITE_DATES_WITH_ZONE_ID)
            .disable(DateTimeFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(DateTimeFeature.NORMALIZE_DESERIALIZED_ZONE_ID)
            .build());
  }

  /** Creates a codec that uses your mapper. */
  public JacksonCodec(JsonMapper mapper) {
    super(JacksonException.class);
    this.mapper = mapper;
  }

  @Override
  byte[] write(Object value) {
    return mapper.writeValueAsBytes(value);
  }

  @Override
  <T> @Nullable T read(byte[] text, Class<T> type) {
    return mapper.readValue(text, type);
  }

  @Override
  JsonProblem problem(JacksonException thrown) {
    Class<?> target =
        thrown instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
    List<String> steps =
        thrown.getPath().stream()
            .map(step -> JsonProblem.step(step.from(), step.getPropertyName(), step.getIndex()))
            .toList();
    TokenStreamLocation place = thrown.getLocation();
    return JsonProblem.of(
        kind(thrown, target),
        steps,
        target,
        thrown,
        place == null ? 0 : place.getLineNr(),
        place == null ? 0 : place.getColumnNr());
  }

  @Override
  boolean isOfTheClass(JacksonException thrown) {
    return thrown instanceof InvalidDefinitionException;
  }

  private static JsonProblem.Kind kind(JacksonException thrown, @Nullable Class<?> target) {
    if (thrown instanceof StreamReadException) {
      return JsonProblem.Kind.MALFORMED;
    }
    if (thrown instanceof PropertyBindingException) {
      return JsonProblem.Kind.UNKNOWN_PROPERTY;
    }
    if (thrown instanceof InvalidTypeIdException) {
      return JsonProblem.Kind.UNKNOWN_SUBTYPE;
    }
    String said = String.valueOf(thrown.getOriginalMessage());
    return thrown instanceof InvalidFormatException format
        ? JsonProblem.wrongType(target, true, format.getValue(), said)
        : JsonProblem.wrongType(target, false, null, said);
  }
}
