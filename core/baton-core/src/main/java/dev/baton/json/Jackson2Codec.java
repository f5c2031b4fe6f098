package dev.baton.json;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.InvalidTypeIdException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.PropertyBindingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Converts values to JSON with Jackson 2. Both this codec and {@link JacksonCodec} read the JSON
 * that the other one writes. The codec ignores unknown fields, so that it can read payloads of a
 * newer node. The JSON may contain an enum constant or subtype that only a newer class has, or
 * another codec may have written the bytes. In both cases, this node {@linkplain
 * dev.baton.api.error.UnknownHereException leaves the task to nodes that may know it}. Thread-safe.
 */
public final class Jackson2Codec extends JsonCodec<IOException> {
  private final ObjectMapper mapper;

  /**
   * Uses the Jackson modules of the class path and the same settings as {@link JacksonCodec}. Dates
   * need {@code jackson-datatype-jsr310}; they are written as text and keep their zone. An enum
   * constant is written as its {@code toString}. If a field of a primitive type is missing or null,
   * the payload can't be read.
   */
  public Jackson2Codec() {
    this(
        JsonMapper.builder()
            .findAndAddModules()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.READ_ENUMS_USING_TO_STRING)
            .enable(SerializationFeature.WRITE_ENUMS_USING_TO_STRING)
            .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
            .enable(SerializationFeature.WRITE_DATES_WITH_ZONE_ID)
            .disable(DeserializationFeature.ADJUST_DATES_TO_CONTEXT_TIME_ZONE)
            .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .disable(SerializationFeature.FAIL_ON_EMPTY_BEANS)
            .build());
  }

  /** Creates a codec that uses your mapper. */
  public Jackson2Codec(ObjectMapper mapper) {
    super(IOException.class);
    this.mapper = mapper;
  }

  @Override
  byte[] write(Object value) throws IOException {
    return mapper.writeValueAsBytes(value);
  }

  @Override
  <T> @Nullable T read(byte[] text, Class<T> type) throws IOException {
    return mapper.readValue(text, type);
  }

  @Override
  JsonProblem problem(IOException thrown) {
    Class<?> target =
        thrown instanceof MismatchedInputException wrong ? wrong.getTargetType() : null;
    List<Reference> path =
        thrown instanceof JsonMappingException mapping ? mapping.getPath() : List.of();
    List<String> steps =
        path.stream()
            .map(step -> JsonProblem.step(step.getFrom(), step.getFieldName(), step.getIndex()))
            .toList();
    JsonLocation place =
        thrown instanceof JsonProcessingException processing ? processing.getLocation() : null;
    return JsonProblem.of(
        kind(thrown, target),
        steps,
        target,
        thrown,
        place == null ? 0 : place.getLineNr(),
        place == null ? 0 : place.getColumnNr());
  }

  @Override
  boolean isOfTheClass(IOException thrown) {
    return thrown instanceof InvalidDefinitionException;
  }

  private static JsonProblem.Kind kind(IOException thrown, @Nullable Class<?> target) {
    // Malformed JSON within an object is reported as a wrapped exception.
    if (!(thrown instanceof JsonMappingException)
        || thrown.getCause() instanceof StreamReadException) {
      return JsonProblem.Kind.MALFORMED;
    }
    if (thrown instanceof PropertyBindingException) {
      return JsonProblem.Kind.UNKNOWN_PROPERTY;
    }
    if (thrown instanceof InvalidTypeIdException) {
      return JsonProblem.Kind.UNKNOWN_SUBTYPE;
    }
    String said = String.valueOf(((JsonMappingException) thrown).getOriginalMessage());
    return thrown instanceof InvalidFormatException format
        ? JsonProblem.wrongType(target, true, format.getValue(), said)
        : JsonProblem.wrongType(target, false, null, said);
  }
}
