package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.error.PayloadException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.api.internal.RequestFields;
import dev.baton.api.internal.StoredPayload;
import dev.baton.api.internal.StoredType;
import dev.baton.handler.Attempt;
import dev.baton.handler.internal.RowAttempt;
import dev.baton.task.Bytes;
import dev.baton.task.row.TaskSpec;
import dev.baton.task.row.TaskTraits;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskTypeTest {
  record Payout(String partner, BigDecimal amount) {}

  record OldPayout(String partner, long cents) {}

  record Receipt(UUID reference) {}

  private static final TaskType<Payout, Receipt> PAYOUT =
      TaskType.of("PAYOUT", Payout.class, Receipt.class);
  private static final Payout TEN = new Payout("Ümlaut & Co 漢", new BigDecimal("10.50"));

  @Test
  void aPayloadIsStoredAsPlainJsonAndReadByTheHandlersType() {
    TaskRequest<?, ?> request = PAYOUT.with(TEN);
    assertThat(text(request)).isEqualTo("{\"partner\":\"Ümlaut & Co 漢\",\"amount\":10.50}");
    assertThat(request.context()).isEmpty();
    assertThat(fields(request).traits()).isEqualTo(TaskTraits.NONE);
    assertThat(payloadOf(PAYOUT, attempt(request))).isEqualTo(TEN);
  }

  @Test
  void aRequestOfATypeIsRefinedLikeAnyOther() {
    TaskRequest<?, ?> request = PAYOUT.with(TEN).key("P1").priority(2);
    assertThat(request.type()).isSameAs(PAYOUT);
    assertThat(request.key()).isEqualTo("P1");
  }

  @Test
  void aTypeWithoutPayloadCarriesNone() {
    TaskType<Void, Void> cleanUp = TaskType.of("CLEAN_UP");
    assertThat(fields(TaskRequest.of(cleanUp)).payload()).isNull();
    assertThat(payloadOf(cleanUp, attempt(TaskRequest.of(cleanUp)))).isNull();
  }

  @Test
  void anOlderVersionIsReadThroughItsUpcaster() {
    TaskType<OldPayout, Void> before = TaskType.of("PAYOUT", OldPayout.class);
    TaskType<Payout, Receipt> now =
        PAYOUT
            .version(2)
            .reads(
                1, OldPayout.class, o -> new Payout(o.partner(), BigDecimal.valueOf(o.cents, 2)));
    TaskRequest<?, ?> stored = before.with(new OldPayout("P", 1_050));
    assertThat(payloadOf(now, attempt(stored))).isEqualTo(new Payout("P", new BigDecimal("10.50")));
    assertThat(now.with(TEN).context()).isEmpty();
    assertThat(fields(now.with(TEN)).traits().payloadForm()).isEqualTo("v2");
    assertThat(payloadOf(now, attempt(now.with(TEN)))).isEqualTo(TEN);
  }

  @Test
  void unreadableVersionIsNamedTogetherWithReadableOnes() {
    TaskRequest<?, ?> newer = PAYOUT.version(3).request(TEN);
    assertThatThrownBy(() -> payloadOf(PAYOUT, attempt(newer)))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("it has version 3, but this node reads only 1");
  }

  @Test
  void payloadOfAnotherTypeIsReportedAsUnreadable() {
    for (String broken : List.of("", "{", "[]", "null", "{\"amount\":\"many\"}")) {
      TaskRequest<?, ?> request = TaskType.of("PAYOUT", Bytes.class).with(Bytes.of(broken));
      assertThatThrownBy(() -> payloadOf(PAYOUT, attempt(request)))
          .as(broken)
          .isInstanceOf(PayloadException.class);
    }
    assertThatThrownBy(() -> payloadOf(PAYOUT, attempt(TaskRequest.of(TaskType.of("PAYOUT")))))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("it is missing");
  }

  enum Channel {
    POST
  }

  record Notice(Channel channel) {}

  @Test
  void payloadForNewerNodesIsDistinguishedFromUnreadableOne() {
    for (String form : List.of("v2", "v1,zstd", "v1,gzip,aes", "w1", "")) {
      TaskRequest<?, ?> newer =
          RequestFields.withTraits(PAYOUT.with(TEN), TaskTraits.NONE.with("payload", form));
      assertThatThrownBy(() -> payloadOf(PAYOUT, attempt(newer)))
          .as(form)
          .isInstanceOf(UnknownHereException.class);
    }
    TaskType<Notice, Void> notice = TaskType.of("NOTICE", Notice.class);
    TaskRequest<?, ?> constant =
        TaskType.of("NOTICE", Bytes.class).with(Bytes.of("{\"channel\":\"PIGEON\"}"));
    assertThatThrownBy(() -> payloadOf(notice, attempt(constant)))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining("Channel doesn't have")
        .hasMessageNotContaining("PIGEON");
    TaskRequest<?, ?> binary =
        TaskType.of("NOTICE", Bytes.class)
            .with(Bytes.of(new byte[] {(byte) 0xBA, 0x70, 0x4E, 0x01}));
    assertThatThrownBy(() -> payloadOf(notice, attempt(binary)))
        .isInstanceOf(UnknownHereException.class);
    TaskRequest<?, ?> broken = TaskType.of("NOTICE", Bytes.class).with(Bytes.of("{\"channel\":"));
    assertThatThrownBy(() -> payloadOf(notice, attempt(broken)))
        .isInstanceOf(PayloadException.class)
        .isNotInstanceOf(UnknownHereException.class);
  }

  @Test
  void unknownFieldOfNewerNodeIsIgnored() {
    TaskRequest<?, ?> request =
        TaskType.of("PAYOUT", Bytes.class)
            .with(Bytes.of("{\"partner\":\"P\",\"amount\":1,\"purpose\":\"x\"}"));
    assertThat(payloadOf(PAYOUT, attempt(request))).isEqualTo(new Payout("P", BigDecimal.ONE));
  }

  @Test
  void equalPartsMakeEqualIdsAndDifferentPartsDoNot() {
    TaskType<Payout, Receipt> once = PAYOUT.unique(p -> Unique.idFrom(p.partner(), p.amount()));
    UUID id = fields(once.with(new Payout("a", BigDecimal.TEN))).id();
    assertThat(fields(once.with(new Payout("a", BigDecimal.TEN))).id()).isEqualTo(id);
    assertThat(fields(once.with(new Payout("a1", new BigDecimal("0")))).id()).isNotEqualTo(id);
    assertThat(once.idOf(new Payout("a", BigDecimal.TEN))).contains(id);
    assertThat(id.version()).isEqualTo(8);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(DerivedId.of("T", List.of("a", "bc")))
        .isNotEqualTo(DerivedId.of("T", List.of("ab", "c")));
  }

  @Test
  void aSingletonHasOneIdInTheCluster() {
    TaskType<Void, Void> cleanUp = TaskType.of("CLEAN_UP").unique(nothing -> Unique.singleton());
    assertThat(fields(TaskRequest.of(cleanUp)).id())
        .isNotNull()
        .isEqualTo(cleanUp.idOf(null).orElseThrow());
    assertThat(TaskType.of("OTHER").unique(nothing -> Unique.singleton()).idOf(null))
        .isNotEqualTo(cleanUp.idOf(null));
  }

  @Test
  void payloadIsCompressedOnlyIfThatIsSmaller() {
    TaskType<Payout, Receipt> small = PAYOUT.compressed(Compression.GZIP);
    assertThat(fields(small.with(TEN)).traits()).isEqualTo(TaskTraits.NONE);
    Payout wide = new Payout("x".repeat(100_000), BigDecimal.ONE);
    TaskRequest<?, ?> request = small.with(wide);
    assertThat(fields(request).payload().length()).isLessThan(1_000);
    assertThat(fields(request).traits().payloadForm()).isEqualTo("v1,gzip");
    assertThat(payloadOf(small, attempt(request))).isEqualTo(wide);
    assertThat(payloadOf(PAYOUT, attempt(request))).isEqualTo(wide);
  }

  @Test
  void aCompressedPayloadThatWouldFillTheMemoryIsRefused() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    }
    Bytes bomb = Bytes.of(packed.toByteArray());
    TaskTraits traits = TaskTraits.NONE.withPayloadForm("v1,gzip");
    assertThatThrownBy(() -> StoredPayload.raw(bomb, traits))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("more than");
    assertThatThrownBy(() -> StoredPayload.raw(Bytes.of("plain"), traits))
        .isInstanceOf(PayloadException.class);
  }

  @Test
  void userCodecReplacesJson() {
    PayloadCodec numbers =
        new PayloadCodec() {
          @Override
          public Bytes encode(Object value) {
            return Bytes.of(ByteBuffer.allocate(8).putLong((Long) value).array());
          }

          @Override
          public <T> T decode(Bytes bytes, Class<T> type) {
            return type.cast(ByteBuffer.wrap(bytes.toArray()).getLong());
          }
        };
    TaskType<Long, Long> type = TaskType.of("N", Long.class, Long.class).codec(numbers);
    assertThat(fields(type.with(42L)).payload().length()).isEqualTo(8);
    assertThat(payloadOf(type, attempt(type.with(42L)))).isEqualTo(42L);
    assertThat(StoredType.of(type).result(StoredType.of(type).encode(7L))).isEqualTo(7L);
  }

  @Test
  void aResultIsWrittenAndReadByTheType() {
    Receipt receipt = new Receipt(new UUID(1, 2));
    assertThat(StoredType.of(PAYOUT).result(StoredType.of(PAYOUT).encode(receipt)))
        .isEqualTo(receipt);
    assertThat(StoredType.of(PAYOUT).result(null)).isNull();
  }

  @Test
  void unwritablePayloadIsRefusedBeforeAnyWrite() {
    TaskType<Object, Void> type = TaskType.of("T", Object.class);
    Object self =
        new Object() {
          @SuppressWarnings("unused")
          public Object getLoop() {
            throw new IllegalStateException("no");
          }
        };
    assertThatThrownBy(() -> RequestFields.of(type.with(self)))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining("can't be written as JSON");
  }

  @Test
  @SuppressWarnings({"unchecked", "rawtypes"}) // as in code without type parameters
  void valuesOfAnotherClassAreRefusedWithBothClasses() {
    assertThatThrownBy(() -> ((TaskType) PAYOUT).with("text"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "The payload of "
                + PAYOUT.name()
                + " must be a "
                + PAYOUT.payloadClass().getName()
                + ", not a java.lang.String");
    assertThatThrownBy(() -> ((StoredType) StoredType.of(PAYOUT)).encode("text"))
        .isInstanceOf(PayloadException.class)
        .hasMessageContaining(
            "must be a " + PAYOUT.resultClass().getName() + ", not a java.lang.String");
    TaskType<Integer, Integer> numbers = TaskType.of("NUMBERS", int.class, int.class);
    assertThat(fields(numbers.with(5)).payload()).isEqualTo(Bytes.of("5"));
    assertThat(StoredType.of(numbers).encode(6)).isEqualTo(Bytes.of("6"));
  }

  @Test
  void aPayloadThatIsNullIsRefusedUnlessTheTypeCarriesNone() {
    assertThatThrownBy(() -> PAYOUT.with(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("must not be null");
    assertThat(fields(TaskType.of("T").with(null)).payload()).isNull();
  }

  private static RequestFields fields(TaskRequest<?, ?> request) {
    return RequestFields.of(request);
  }

  private static String text(TaskRequest<?, ?> request) {
    return new String(fields(request).payload().toArray(), StandardCharsets.UTF_8);
  }

  /** An attempt that has only a payload and traits. */
  private static Attempt attempt(TaskRequest<?, ?> request) {
    @Nullable Bytes payload = fields(request).payload();
    TaskTraits traits = fields(request).traits();
    return (Attempt)
        Proxy.newProxyInstance(
            Attempt.class.getClassLoader(),
            new Class<?>[] {RowAttempt.class},
            (proxy, method, args) -> method.getName().equals("payload") ? payload : traits);
  }

  private static <P> P payloadOf(TaskType<P, ?> type, Attempt attempt) {
    return StoredType.of(type).payload(attempt.payload(), RowAttempt.traits(attempt));
  }
}
