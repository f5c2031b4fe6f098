package dev.baton.crypto;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.TaskRequest;
import dev.baton.api.TaskType;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.StoreUnavailableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredType;
import dev.baton.json.JacksonCodec;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskTraits;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class EncryptedCodecTest {
  private static final PayloadKey OLD = PayloadKey.of("2025", new byte[32]);
  private static final PayloadKey NEW = PayloadKey.of("2026", "0123456789abcdef".getBytes(UTF_8));

  /** Public for Jackson. */
  public record Payout(String account, int cents) {}

  private static final Payout PAYOUT = new Payout("DE02 1203 0000", 4_200);

  private static EncryptedCodec codec(PayloadKeys keys) {
    return EncryptedCodec.of("PAYOUT", new JacksonCodec(), keys);
  }

  @Test
  void storedBytesRevealNothingAndCanBeRead() {
    EncryptedCodec codec = codec(KeyRing.of(NEW));
    Bytes stored = codec.encode(PAYOUT);
    assertThat(stored.toText()).doesNotContain("DE02", "account", "4200").contains("2026");
    assertThat(codec.encode(PAYOUT)).as("a new nonce for each payload").isNotEqualTo(stored);
    assertThat(codec.decode(stored, Payout.class)).isEqualTo(PAYOUT);
    assertThat(EncryptedCodec.isEncrypted(stored)).isTrue();
    assertThat(EncryptedCodec.isEncrypted(Bytes.of("{}"))).isFalse();
  }

  @Test
  void afterRotationOldKeyReadsAndNewKeyWrites() {
    Bytes before = codec(KeyRing.of(OLD)).encode(PAYOUT);
    EncryptedCodec rotated = codec(KeyRing.of(NEW).reads(OLD));
    assertThat(rotated.decode(before, Payout.class)).isEqualTo(PAYOUT);
    Bytes after = rotated.encode(PAYOUT);
    assertThat(codec(KeyRing.of(NEW)).decode(after, Payout.class)).isEqualTo(PAYOUT);
    assertThatThrownBy(() -> codec(KeyRing.of(OLD)).decode(after, Payout.class))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining("2026")
        .hasMessageContaining("PAYOUT")
        .hasMessageContaining("retry");
  }

  @Test
  void anotherTypesBytesAreRefused() {
    Bytes stored = codec(KeyRing.of(NEW)).encode(PAYOUT);
    EncryptedCodec other = EncryptedCodec.of("REFUND", new JacksonCodec(), KeyRing.of(NEW));
    assertThatThrownBy(() -> other.decode(stored, Payout.class))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("another task type");
  }

  @Test
  void everyChangedBitIsDetected() {
    EncryptedCodec codec = codec(KeyRing.of(NEW).reads(OLD));
    byte[] stored = codec.encode(PAYOUT).toArray();
    for (int at = 0; at < stored.length; at++) {
      byte[] changed = stored.clone();
      changed[at] ^= 1;
      assertThatThrownBy(() -> codec.decode(Bytes.of(changed), Payout.class))
          .as("byte " + at)
          .isInstanceOf(PayloadException.class);
    }
    for (int length = 0; length < stored.length; length++) {
      byte[] cut = java.util.Arrays.copyOf(stored, length);
      assertThatThrownBy(() -> codec.decode(Bytes.of(cut), Payout.class))
          .as("length " + length)
          .isInstanceOf(PayloadException.class);
    }
  }

  @Test
  void anotherSecretUnderTheSameIdIsRefused() {
    Bytes stored = codec(KeyRing.of(OLD)).encode(PAYOUT);
    byte[] other = new byte[32];
    other[0] = 1;
    assertThatThrownBy(
            () -> codec(KeyRing.of(PayloadKey.of("2025", other))).decode(stored, Payout.class))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("2025");
  }

  @Test
  void plainPayloadsAreReadOnlyIfAllowed() {
    Bytes plain = new JacksonCodec().encode(PAYOUT);
    EncryptedCodec strict = codec(KeyRing.of(NEW));
    assertThatThrownBy(() -> strict.decode(plain, Payout.class))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("isn't encrypted");
    assertThat(strict.alsoReadsPlain().decode(plain, Payout.class)).isEqualTo(PAYOUT);
  }

  @Test
  void taskTypeUsesTheEncryptedCodec() {
    TaskType<Payout, Payout> type =
        TaskType.of("PAYOUT", Payout.class, Payout.class).codec(codec(KeyRing.of(NEW)));
    TaskRequest<?, ?> request = type.with(PAYOUT);
    Bytes stored = Objects.requireNonNull(RequestFields.of(request).payload());
    assertThat(stored.toText()).doesNotContain("DE02");
    assertThat(StoredType.of(type).payload(stored, RequestFields.of(request).traits()))
        .isEqualTo(PAYOUT);
  }

  @Test
  void unreachableKeysDoNotFailTheTask() {
    PayloadKeys away =
        new PayloadKeys() {
          @Override
          public PayloadKey current() {
            return NEW;
          }

          @Override
          public @Nullable PayloadKey find(String id) {
            throw new StoreUnavailableException("The key service is unreachable", null);
          }
        };
    TaskType<Payout, Void> type = TaskType.of("PAYOUT", Payout.class).codec(codec(away));
    Bytes stored = Objects.requireNonNull(RequestFields.of(type.with(PAYOUT)).payload());
    assertThatThrownBy(() -> StoredType.of(type).payload(stored, TaskTraits.NONE))
        .isInstanceOf(StoreUnavailableException.class);
  }

  @Test
  void keysAreCheckedAndNeverPrinted() {
    assertThatThrownBy(() -> PayloadKey.of("k", new byte[15]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("15");
    assertThatThrownBy(() -> PayloadKey.of("no blanks", new byte[16]))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> KeyRing.of(OLD).reads(PayloadKey.of("2025", new byte[16])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2025");
    assertThat(NEW.toString()).isEqualTo("PayloadKey(2026)");
    assertThat(KeyRing.of(NEW).reads(OLD).toString()).doesNotContain("0123");
  }
}
