package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.api.codec.Compression;
import dev.baton.api.codec.PayloadCodec;
import dev.baton.api.codec.StoredPayload;
import dev.baton.api.error.PayloadUnreadableException;
import dev.baton.api.error.UnknownHereException;
import dev.baton.task.Bytes;
import dev.baton.task.TaskSpec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TaskTypeTest {
  record Payout(String partner, BigDecimal amount) {}

  record OldPayout(String partner, long cents) {}

  record Receipt(UUID reference) {}

  private static final TaskType<Payout, Receipt> PAYOUT =
      TaskType.named("PAYOUT").payload(Payout.class).result(Receipt.class);
  private static final Payout TEN = new Payout("Ümlaut & Co 漢", new BigDecimal("10.50"));

  @Test
  void aPayloadIsStoredAsPlainJsonAndReadByTheHandlersType() {
    TaskRequest request = PAYOUT.request(TEN);
    assertThat(text(request)).isEqualTo("{\"partner\":\"Ümlaut & Co 漢\",\"amount\":10.50}");
    assertThat(request.context()).isEmpty();
    assertThat(PAYOUT.payloadOf(attempt(request))).isEqualTo(TEN);
  }

  @Test
  void aRequestOfATypeIsRefinedLikeAnyOther() {
    TaskRequest request = PAYOUT.request(TEN).key("P1").priority(2);
    assertThat(request.type()).isEqualTo("PAYOUT");
    assertThat(request.key()).isEqualTo("P1");
  }

  @Test
  void aTypeWithoutPayloadCarriesNone() {
    TaskType<Void, Void> cleanUp = TaskType.named("CLEAN_UP");
    assertThat(cleanUp.request().payload()).isNull();
    assertThat(cleanUp.payloadOf(attempt(cleanUp.request()))).isNull();
    assertThatThrownBy(PAYOUT::request)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("call request(payload)");
  }

  @Test
  void anOlderVersionIsReadThroughItsUpcaster() {
    TaskType<OldPayout, Void> before = TaskType.named("PAYOUT").payload(OldPayout.class);
    TaskType<Payout, Receipt> now =
        PAYOUT
            .version(2)
            .reads(
                1, OldPayout.class, o -> new Payout(o.partner(), BigDecimal.valueOf(o.cents, 2)));
    TaskRequest stored = before.request(new OldPayout("P", 1_050));
    assertThat(now.payloadOf(attempt(stored))).isEqualTo(new Payout("P", new BigDecimal("10.50")));
    assertThat(now.request(TEN).context()).containsEntry("baton.payload", "v2");
    assertThat(now.payloadOf(attempt(now.request(TEN)))).isEqualTo(TEN);
  }

  @Test
  void aVersionThatNobodyReadsIsNamedTogetherWithThoseThatAre() {
    TaskRequest newer = PAYOUT.version(3).request(TEN);
    assertThatThrownBy(() -> PAYOUT.payloadOf(attempt(newer)))
        .isInstanceOf(PayloadUnreadableException.class)
        .hasMessageContaining("it has version 3 and this node reads [] and 1");
  }

  @Test
  void whatIsNoPayloadOfTheTypeIsSaidToBeUnreadable() {
    for (String broken : List.of("", "{", "[]", "null", "{\"amount\":\"many\"}")) {
      TaskRequest request = TaskRequest.of("PAYOUT").payload(broken);
      assertThatThrownBy(() -> PAYOUT.payloadOf(attempt(request)))
          .as(broken)
          .isInstanceOf(PayloadUnreadableException.class);
    }
    assertThatThrownBy(() -> PAYOUT.payloadOf(attempt(TaskRequest.of("PAYOUT"))))
        .isInstanceOf(PayloadUnreadableException.class)
        .hasMessageContaining("it has none");
  }

  enum Channel {
    POST
  }

  record Notice(Channel channel) {}

  @Test
  void whatANewerNodeMayReadIsToldFromWhatNoneCan() {
    for (String form : List.of("v2", "v1,zstd", "v1,gzip,aes", "w1", "")) {
      TaskRequest newer = PAYOUT.request(TEN).context("baton.payload", form);
      assertThatThrownBy(() -> PAYOUT.payloadOf(attempt(newer)))
          .as(form)
          .isInstanceOf(UnknownHereException.class);
    }
    TaskType<Notice, Void> notice = TaskType.named("NOTICE").payload(Notice.class);
    TaskRequest constant = TaskRequest.of("NOTICE").payload("{\"channel\":\"PIGEON\"}");
    assertThatThrownBy(() -> notice.payloadOf(attempt(constant)))
        .isInstanceOf(UnknownHereException.class)
        .hasMessageContaining("Channel doesn't have")
        .hasMessageNotContaining("PIGEON");
    TaskRequest binary =
        TaskRequest.of("NOTICE").payload(Bytes.of(new byte[] {(byte) 0xBA, 0x70, 0x4E, 0x01}));
    assertThatThrownBy(() -> notice.payloadOf(attempt(binary)))
        .isInstanceOf(UnknownHereException.class);
    TaskRequest broken = TaskRequest.of("NOTICE").payload("{\"channel\":");
    assertThatThrownBy(() -> notice.payloadOf(attempt(broken)))
        .isInstanceOf(PayloadUnreadableException.class)
        .isNotInstanceOf(UnknownHereException.class);
  }

  @Test
  void anUnknownFieldOfANewerNodeIsIgnored() {
    TaskRequest request =
        TaskRequest.of("PAYOUT").payload("{\"partner\":\"P\",\"amount\":1,\"purpose\":\"x\"}");
    assertThat(PAYOUT.payloadOf(attempt(request))).isEqualTo(new Payout("P", BigDecimal.ONE));
  }

  @Test
  void equalPartsMakeEqualIdsAndDifferentOnesDont() {
    TaskType<Payout, Receipt> once = PAYOUT.idFrom(p -> List.of(p.partner(), p.amount()));
    UUID id = once.request(new Payout("a", BigDecimal.TEN)).id();
    assertThat(once.request(new Payout("a", BigDecimal.TEN)).id()).isEqualTo(id);
    assertThat(once.request(new Payout("a1", new BigDecimal("0"))).id()).isNotEqualTo(id);
    assertThat(once.id(new Payout("a", BigDecimal.TEN))).isEqualTo(id);
    assertThat(id.version()).isEqualTo(8);
    assertThat(id.variant()).isEqualTo(2);
    assertThat(DerivedId.of("T", List.of("a", "bc")))
        .isNotEqualTo(DerivedId.of("T", List.of("ab", "c")));
  }

  @Test
  void aSingletonHasOneIdInTheCluster() {
    TaskType<Void, Void> cleanUp = TaskType.named("CLEAN_UP").singleton();
    assertThat(cleanUp.request().id()).isNotNull().isEqualTo(cleanUp.id(null));
    assertThat(TaskType.named("OTHER").singleton().id(null)).isNotEqualTo(cleanUp.id(null));
  }

  @Test
  void aPayloadIsCompressedOnlyWhereThatIsSmaller() {
    TaskType<Payout, Receipt> small = PAYOUT.compressed(Compression.GZIP);
    assertThat(small.request(TEN).context()).isEmpty();
    Payout wide = new Payout("x".repeat(100_000), BigDecimal.ONE);
    TaskRequest request = small.request(wide);
    assertThat(request.payload().length()).isLessThan(1_000);
    assertThat(request.context()).containsEntry("baton.payload", "v1,gzip");
    assertThat(small.payloadOf(attempt(request))).isEqualTo(wide);
    assertThat(PAYOUT.payloadOf(attempt(request))).isEqualTo(wide);
  }

  @Test
  void aCompressedPayloadThatWouldFillTheMemoryIsRefused() throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
      gzip.write(new byte[TaskSpec.MAX_PAYLOAD_BYTES + 1]);
    }
    Bytes bomb = Bytes.of(packed.toByteArray());
    Map<String, String> context = Map.of(StoredPayload.CONTEXT, "v1,gzip");
    assertThatThrownBy(() -> StoredPayload.raw(bomb, context))
        .isInstanceOf(PayloadUnreadableException.class)
        .hasMessageContaining("more than");
    assertThatThrownBy(() -> StoredPayload.raw(Bytes.of("plain"), context))
        .isInstanceOf(PayloadUnreadableException.class);
  }

  @Test
  void aCodecOfTheUsersOwnReplacesJson() {
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
    TaskType<Long, Long> type =
        TaskType.named("N").payload(Long.class).result(Long.class).codec(numbers);
    assertThat(type.request(42L).payload().length()).isEqualTo(8);
    assertThat(type.payloadOf(attempt(type.request(42L)))).isEqualTo(42L);
    Outcome.Done done = (Outcome.Done) type.done(7L);
    assertThat(type.resultOf(done.result())).isEqualTo(7L);
  }

  @Test
  void aResultIsWrittenAndReadByTheType() {
    Receipt receipt = new Receipt(new UUID(1, 2));
    Outcome.Done done = (Outcome.Done) PAYOUT.done(receipt);
    assertThat(PAYOUT.resultOf(done.result())).isEqualTo(receipt);
    assertThat(PAYOUT.resultOf(null)).isNull();
    assertThat(((Outcome.Done) PAYOUT.done(null)).result()).isNull();
  }

  @Test
  void whatCannotBeWrittenIsRefusedBeforeAnythingIs() {
    TaskType<Object, Void> type = TaskType.named("T").payload(Object.class);
    Object self =
        new Object() {
          @SuppressWarnings("unused")
          public Object getLoop() {
            throw new IllegalStateException("no");
          }
        };
    assertThatThrownBy(() -> type.request(self))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("can't be written as JSON");
  }

  @Test
  void aPayloadThatIsNullIsRefusedUnlessTheTypeCarriesNone() {
    assertThatThrownBy(() -> PAYOUT.request(null))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("which may not be null");
    assertThat(TaskType.named("T").request(null).payload()).isNull();
  }

  private static String text(TaskRequest request) {
    return new String(request.payload().toArray(), StandardCharsets.UTF_8);
  }

  /** An attempt of which only the payload and the context are asked for. */
  private static Attempt attempt(TaskRequest request) {
    @Nullable Bytes payload = request.payload();
    Map<String, String> context = request.context();
    return (Attempt)
        Proxy.newProxyInstance(
            Attempt.class.getClassLoader(),
            new Class<?>[] {Attempt.class},
            (proxy, method, args) -> method.getName().equals("payload") ? payload : context);
  }
}
