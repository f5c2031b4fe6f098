package dev.baton.api;

import dev.baton.task.Bytes;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Derives a task's id from its type and parts: a UUID of version 8, by SHA-256 of a canonical form.
 * Equal parts have the same form, and different parts have different forms. docs/ids.md defines the
 * form. It must never change, because every later version must derive the same id.
 */
final class DerivedId {
  private static final long VERSION_8 = 0x8000L;
  private static final long VARIANT = 0x8000_0000_0000_0000L;
  private static final long NOT_VERSION = 0xFFFF_FFFF_FFFF_0FFFL;
  private static final long NOT_VARIANT = 0x3FFF_FFFF_FFFF_FFFFL;
  private static final int MAX_DEPTH = 20;

  /** Classes whose ISO text contains their whole value. */
  private static final Set<Class<?>> TIMES =
      Set.of(
          Instant.class,
          LocalDate.class,
          LocalTime.class,
          LocalDateTime.class,
          OffsetDateTime.class,
          ZonedDateTime.class,
          Year.class,
          YearMonth.class,
          Duration.class,
          Period.class);

  private static final Set<Class<?>> INTEGRAL =
      Set.of(Byte.class, Short.class, Integer.class, Long.class, BigInteger.class);

  private final String type;

  private DerivedId(String type) {
    this.type = type;
  }

  /**
   * @throws IllegalArgumentException if a part has no canonical form; the message contains the
   *     part's place and class, never its value
   */
  static UUID of(String type, List<?> parts) {
    DerivedId id = new DerivedId(type);
    List<byte[]> forms = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      forms.add(id.form(parts.get(i), "part " + i, 0));
    }
    MessageDigest digest = sha256();
    digest.update(framed('s', id.utf8(type, "its name")));
    digest.update(framed('l', joined(forms)));
    ByteBuffer hash = ByteBuffer.wrap(digest.digest());
    long high = (hash.getLong() & NOT_VERSION) | VERSION_8;
    long low = (hash.getLong() & NOT_VARIANT) | VARIANT;
    return new UUID(high, low);
  }

  private byte[] form(@Nullable Object part, String path, int depth) {
    if (depth > MAX_DEPTH) {
      throw refusal(path + " is nested deeper than " + MAX_DEPTH);
    }
    if (part == null) {
      return framed('n', new byte[0]);
    }
    byte[] simple = simple(part, path);
    if (simple != null) {
      return simple;
    } else if (part instanceof List<?> list) {
      List<byte[]> forms = new ArrayList<>();
      for (int i = 0; i < list.size(); i++) {
        forms.add(form(list.get(i), path + "[" + i + "]", depth + 1));
      }
      return framed('l', joined(forms));
    } else if (part instanceof Set<?> set) {
      return framed(
          'S', sorted(set.stream().map(e -> form(e, path + ".element", depth + 1)).toList()));
    } else if (part instanceof Map<?, ?> map) {
      return framed('m', entries(map, path, depth));
    } else if (part instanceof Record held) {
      return framed('r', components(held, path, depth));
    }
    throw refusal(path + " is a " + part.getClass().getTypeName());
  }

  private byte @Nullable [] simple(Object part, String path) {
    if (part instanceof String text) {
      return framed('s', utf8(text, path));
    } else if (INTEGRAL.contains(part.getClass())) {
      return framed('i', utf8(part.toString(), path));
    } else if (part.getClass() == BigDecimal.class) {
      BigDecimal bare = ((BigDecimal) part).stripTrailingZeros();
      return framed('d', utf8(bare.unscaledValue() + "E" + -(long) bare.scale(), path));
    } else if (part instanceof Boolean truth) {
      return framed('b', new byte[] {(byte) (truth ? 1 : 0)});
    } else if (part instanceof UUID id) {
      return framed(
          'u',
          ByteBuffer.allocate(16)
              .putLong(id.getMostSignificantBits())
              .putLong(id.getLeastSignificantBits())
              .array());
    } else if (part instanceof Enum<?> constant) {
      return framed('e', utf8(constant.name(), path));
    } else if (TIMES.contains(part.getClass())) {
      return framed('t', utf8(part.getClass().getSimpleName() + " " + part, path));
    } else if (part instanceof byte[] bytes) {
      return framed('y', bytes);
    }
    return part instanceof Bytes bytes ? framed('y', bytes.toArray()) : null;
  }

  private byte[] entries(Map<?, ?> map, String path, int depth) {
    List<byte[]> entries = new ArrayList<>();
    map.forEach(
        (key, value) ->
            entries.add(
                joined(
                    List.of(
                        form(key, path + ".key", depth + 1),
                        form(value, path + ".value", depth + 1)))));
    return sorted(entries);
  }

  /**
   * Returns the form of a record's components, sorted by name. So you may rename the record and
   * reorder its components.
   */
  private byte[] components(Record held, String path, int depth) {
    List<byte[]> byName = new ArrayList<>();
    for (RecordComponent component : held.getClass().getRecordComponents()) {
      String name = component.getName();
      String inside = path + "." + name;
      byte[] form = form(value(component, held, inside), inside, depth + 1);
      byName.add(joined(List.of(framed('s', utf8(name, inside)), form)));
    }
    return sorted(byName);
  }

  private @Nullable Object value(RecordComponent component, Record held, String path) {
    try {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(held);
    } catch (ReflectiveOperationException | RuntimeException broken) {
      // The cause is left out because its text may contain the value.
      throw refusal(
          path + " can't be read from its record (" + broken.getClass().getSimpleName() + ")");
    }
  }

  private byte[] utf8(String text, String path) {
    try {
      ByteBuffer bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return Arrays.copyOf(bytes.array(), bytes.limit());
    } catch (CharacterCodingException halves) {
      throw refusal(path + " is a text with half a surrogate pair");
    }
  }

  private IllegalArgumentException refusal(String what) {
    return new IllegalArgumentException(
        "Can't derive the id of a task of type "
            + type
            + " from its parts: "
            + what
            + ". Parts are String, integral numbers, BigDecimal, boolean, UUID, enums, java.time,"
            + " byte[], null, and records, lists, sets and maps of them; convert other values to"
            + " one of these");
  }

  /** Returns a tag, the length and the content. */
  private static byte[] framed(char tag, byte[] content) {
    return ByteBuffer.allocate(1 + Integer.BYTES + content.length)
        .put((byte) tag)
        .putInt(content.length)
        .put(content)
        .array();
  }

  /**
   * Joins the forms in the order of their bytes, so that the result is the same in every process.
   */
  private static byte[] sorted(Collection<byte[]> forms) {
    List<byte[]> inOrder = new ArrayList<>(forms);
    inOrder.sort(Arrays::compareUnsigned);
    return joined(inOrder);
  }

  private static byte[] joined(Collection<byte[]> forms) {
    ByteBuffer all = ByteBuffer.allocate(forms.stream().mapToInt(form -> form.length).sum());
    forms.forEach(all::put);
    return all.array();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
