package dev.baton.operate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.operate.TaskHistory.Kind;
import dev.baton.operate.TaskHistory.Note;
import dev.baton.task.Bytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ContentShapeTest {
  private static String shape(String content) {
    return ContentShape.of(Bytes.of(content)).toText();
  }

  @Test
  void objectKeepsItsMembersAndLengths() {
    assertThat(shape("{\"iban\":\"DE89 3704\",\"cents\":-120.5e3,\"paid\":true,\"note\":null}"))
        .isEqualTo("{\"iban\":\"AA11 1111\",\"cents\":-111.1e1,\"paid\":true,\"note\":null}");
  }

  @Test
  void timesAndIdsStayReadable() {
    assertThat(shape("[\"2026-05-01T08:00:00Z\",\"0b1c9a52-aa10-4c1d-8e1f-1234567890ab\"]"))
        .isEqualTo("[\"1111-11-11T11:11:11Z\",\"1a1a1a11-aa11-1a1a-1a1a-1111111111aa\"]");
  }

  @Test
  void namesOfMembersThatMayBeContentAreReplaced() {
    assertThat(shape("{\"anna@acme.de\" : 7}")).isEqualTo("{\"aaaa@aaaa.aa\" : 1}");
  }

  @Test
  void nothingOfATextStays() {
    assertThat(shape("secret Word 17")).isEqualTo("aaaaaa aaaa 11");
    assertThat(shape("\"a \\\"quoted\\\" \\u00e4 ä\"")).isEqualTo("\"a aaaaaaaaaa aa11a1 aa\"");
    assertThat(shape("\"open \\")).isEqualTo("\"aaaa a");
  }

  @Test
  void formsOfStepsStay() {
    assertThat(ofStep("000 charge", "=\"pay-17\"")).isEqualTo("=\"aaa-11\"");
    assertThat(ofStep("001 awaitSignal(go)", "?1\"yes\"")).isEqualTo("?1\"aaa\"");
    assertThat(ofStep("002 sleep()", "@2026-05-01T08:00:00Z")).isEqualTo("@2026-05-01T08:00:00Z");
  }

  @Test
  void stepsOfOtherHandlersThanWorkflowsAreReplacedWhole() {
    assertThat(ofStep("pay", "-125")).isEqualTo("-111");
    assertThat(ofStep("a/b", "@anna")).isEqualTo("@aaaa");
    assertThat(ofStep("key/b", "*Anna 7")).isEqualTo("*aaaa 1");
  }

  @Test
  void errorOfAChildIsReplaced() {
    String child = "-0b1c9a52-aa10-4c1d-8e1f-1234567890ab\nPAY\nFAILED\n";
    assertThat(ofStep("001 call(PAY)", child + "account 17\nis closed"))
        .isEqualTo(child + "aaaaaaa 11\naa aaaaaa");
  }

  @Test
  void controlCharactersOfBinaryContentAreReplaced() {
    assertThat(shape("\u0001\u001f\n")).isEqualTo("aa\n");
  }

  @Test
  void partsKeepTheirLengths() {
    byte[] secret = "\"secret\"".getBytes(StandardCharsets.UTF_8);
    byte[] all = ByteBuffer.allocate(16).putInt(-1).putInt(8).put(secret).array();
    Note part = new Note(Kind.STEP, "003/000", 0, Bytes.of(all));
    byte[] shape = ContentShape.ofNote(part).toArray();
    assertThat(ByteBuffer.wrap(shape).getInt()).isEqualTo(-1);
    assertThat(new String(shape, 8, 8, StandardCharsets.UTF_8)).isEqualTo("\"aaaaaa\"");
  }

  private static String ofStep(String name, String value) {
    return ContentShape.ofNote(new Note(Kind.STEP, name, 0, Bytes.of(value))).toText();
  }
}
