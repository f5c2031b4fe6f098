package dev.baton.examples.payouts.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowRulesTest {

  @Test
  void recordWithSevenValidFieldsIsPayout() {
    assertThat(row("P1", "BANK", "12.50", "EUR", "3", "60", "slow:200"))
        .isEqualTo(
            new InputRow.Valid(
                5, new Payout("P1", "BANK", new BigDecimal("12.50"), "EUR", 3, 60, "slow:200")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.01", "1", "0010", "0.123456789012345678901234567890", "1.10"})
  void positiveDecimalsAreAmounts(String amount) {
    assertThat(row("P1", "BANK", amount, "EUR", "3", "0", "ok")).isInstanceOf(InputRow.Valid.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "0.00", "-5", "+5", "1e5", "NaN", "1,5", "abc", ".", "5.", "0x1F", "٣"})
  void otherTextsAreNoAmounts(String amount) {
    assertMalformed("amount", row("P1", "BANK", amount, "EUR", "3", "0", "ok"));
  }

  @Test
  void amountTooLargeForLedgerIsMalformed() {
    assertMalformed("digits", row("P1", "BANK", "9".repeat(36), "EUR", "3", "0", "ok"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "10", "5.0", "x", "999999999999"})
  void priorityOutsideZeroToNineIsMalformed(String priority) {
    assertMalformed("priority", row("P1", "BANK", "1", "EUR", priority, "0", "ok"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "soon", "99999999999999999999", "1.5"})
  void invalidDueTimeIsMalformed(String due) {
    assertMalformed("due time", row("P1", "BANK", "1", "EUR", "1", due, "ok"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "OK", "slow", "slow:", "slow:-1", "busy:x", "busy:99999999999", "no"})
  void anUnknownBankWordIsMalformed(String bank) {
    assertMalformed("bank word", row("P1", "BANK", "1", "EUR", "1", "0", bank));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ok", "refuse", "slow:0", "slow:200", "busy:0", "busy:3"})
  void knownBankWordsAreParsed(String bank) {
    assertThat(row("P1", "BANK", "1", "EUR", "1", "0", bank)).isInstanceOf(InputRow.Valid.class);
  }

  @Test
  void anEmptyIdIsMalformed() {
    assertMalformed("id is empty", row("", "BANK", "1", "EUR", "1", "0", "ok"));
    assertMalformed("id is empty", row("  ", "BANK", "1", "EUR", "1", "0", "ok"));
  }

  @Test
  void aWrongNumberOfColumnsIsMalformed() {
    assertMalformed("6 columns", row("P1", "BANK", "1", "EUR", "1", "0"));
    assertMalformed("8 columns", row("P1", "BANK", "1", "EUR", "1", "0", "ok", ""));
  }

  @Test
  void idsThatAreNotKeysStayDistinct() {
    String longId = "x".repeat(5_000);
    assertThat(key(longId)).isNotEqualTo(key(longId + "x")).hasSizeLessThan(250);
    assertThat(key(" a")).isNotEqualTo(key("a"));
    assertThat(key("a\nb")).isNotEqualTo(key("ab"));
    assertThat(key("A")).isNotEqualTo(key("a"));
  }

  private static String key(String id) {
    return ((InputRow.Valid) row(id, "BANK", "1", "EUR", "1", "0", "ok")).payout().key();
  }

  private static InputRow row(String... fields) {
    return RowRules.row(5, CsvRecord.of(7, List.of(fields)));
  }

  private static void assertMalformed(String reason, InputRow row) {
    assertThat(row).isInstanceOf(InputRow.Malformed.class);
    assertThat(row.toString()).startsWith("line 7: ").contains(reason);
  }
}
