package dev.baton.kafka.send;

import dev.baton.api.error.PayloadException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.kafka.send.KafkaMessage.Header;
import dev.baton.task.Bytes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Converts messages to and from their stored form; see the package documentation. */
final class SendFormat {
  private static final int MARK = 0xBA;
  private static final int VERSION = 2;
  private static final int NONE = -1;

  private SendFormat() {}

  /**
   * The content of a task.
   *
   * @param inOrder whether each message is acknowledged before the next one is sent
   */
  record Load(List<KafkaMessage> messages, boolean inOrder) {
    Load {
      messages = List.copyOf(messages);
    }
  }

  static Bytes write(Load load) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(MARK);
      out.writeByte(VERSION);
      out.writeBoolean(load.inOrder());
      out.writeInt(load.messages().size());
      for (KafkaMessage message : load.messages()) {
        write(out, Bytes.of(message.topic()));
        write(out, message.key());
        write(out, message.value());
        out.writeInt(message.headers().size());
        for (Header header : message.headers()) {
          write(out, Bytes.of(header.name()));
          write(out, header.value());
        }
      }
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return Bytes.of(bytes.toByteArray());
  }

  /**
   * @throws PayloadException when it isn't such a form; an {@link UnknownHereException} when a
   *     later version of it
   */
  static Load read(@Nullable Bytes payload) {
    byte[] bytes = payload == null ? new byte[0] : payload.toArray();
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      if (in.readUnsignedByte() != MARK) {
        throw new IOException("it doesn't begin like stored Kafka messages");
      }
      int version = in.readUnsignedByte();
      if (version > VERSION) {
        throw new UnknownHereException(
            "These messages for Kafka have format " + version + ", and this node reads " + VERSION,
            null);
      }
      if (version != VERSION) {
        throw new IOException("there is no format " + version);
      }
      boolean inOrder = in.readBoolean();
      List<KafkaMessage> messages = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        String topic = required(in).toText();
        Bytes key = read(in);
        Bytes value = read(in);
        messages.add(new KafkaMessage(topic, key, value, headers(in)));
      }
      return new Load(messages, inOrder);
    } catch (IOException | IllegalArgumentException broken) {
      throw new PayloadException("The payload has no messages for Kafka", broken);
    }
  }

  private static List<Header> headers(DataInputStream in) throws IOException {
    List<Header> headers = new ArrayList<>();
    for (int left = in.readInt(); left > 0; left--) {
      headers.add(new Header(required(in).toText(), read(in)));
    }
    return headers;
  }

  private static void write(DataOutputStream out, @Nullable Bytes bytes) throws IOException {
    if (bytes == null) {
      out.writeInt(NONE);
    } else {
      out.writeInt(bytes.length());
      out.write(bytes.toArray());
    }
  }

  private static Bytes required(DataInputStream in) throws IOException {
    Bytes bytes = read(in);
    if (bytes == null) {
      throw new IOException("a name is missing");
    }
    return bytes;
  }

  private static @Nullable Bytes read(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length == NONE) {
      return null;
    }
    if (length < 0 || length > in.available()) {
      throw new IOException("it ends too early");
    }
    return Bytes.of(in.readNBytes(length));
  }
}
