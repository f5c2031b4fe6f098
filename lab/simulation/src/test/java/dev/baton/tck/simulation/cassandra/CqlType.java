package dev.baton.tck.simulation.cassandra;

import com.datastax.oss.protocol.internal.ProtocolConstants;
import com.datastax.oss.protocol.internal.response.result.RawType;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/** The type of a column. */
enum CqlType {
  INT("int", ProtocolConstants.DataType.INT),
  BIGINT("bigint", ProtocolConstants.DataType.BIGINT),
  BLOB("blob", ProtocolConstants.DataType.BLOB),
  TEXT("text", ProtocolConstants.DataType.VARCHAR),
  UUID("uuid", ProtocolConstants.DataType.UUID),
  UUIDS("frozen<list<uuid>>", ProtocolConstants.DataType.UUID);

  private final String text;
  private final int code;

  CqlType(String text, int code) {
    this.text = text;
    this.code = code;
  }

  static CqlType of(String text) {
    for (CqlType type : values()) {
      if (type.text.equals(text)) {
        return type;
      }
    }
    throw new IllegalArgumentException("No column of type " + text + " is known here");
  }

  /** Returns the driver's type. */
  RawType raw() {
    RawType element = Objects.requireNonNull(RawType.PRIMITIVES.get(code));
    return this == UUIDS ? new RawType.RawList(element) : element;
  }

  /** Returns the driver's type of a list of these. */
  RawType rawList() {
    return new RawType.RawList(raw());
  }

  /** Compares two values in the order in which rows are stored. */
  int compare(ByteBuffer one, ByteBuffer other) {
    return switch (this) {
      case INT -> Integer.compare(one.getInt(one.position()), other.getInt(other.position()));
      case BIGINT -> Long.compare(one.getLong(one.position()), other.getLong(other.position()));
      case BLOB, TEXT -> compareBytes(one, other);
      default -> throw new IllegalArgumentException("Rows by " + text + " are not known here");
    };
  }

  static int compareBytes(ByteBuffer one, ByteBuffer other) {
    int at = one.mismatch(other);
    return at < 0 || at >= Math.min(one.remaining(), other.remaining())
        ? Integer.compare(one.remaining(), other.remaining())
        : Byte.compareUnsigned(one.get(one.position() + at), other.get(other.position() + at));
  }

  /** Converts a literal of a statement. */
  ByteBuffer literal(String written) {
    return switch (this) {
      case INT -> ByteBuffer.allocate(Integer.BYTES).putInt(Integer.parseInt(written)).flip();
      case BIGINT -> ByteBuffer.allocate(Long.BYTES).putLong(Long.parseLong(written)).flip();
      case BLOB -> ByteBuffer.wrap(HexFormat.of().parseHex(written.substring("0x".length())));
      case TEXT ->
          ByteBuffer.wrap(
              written.substring(1, written.length() - 1).getBytes(StandardCharsets.UTF_8));
      default -> throw new IllegalArgumentException("No literal of " + text + " is known here");
    };
  }
}
