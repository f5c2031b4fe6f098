package dev.baton.operate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorCauseTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "java.net.ConnectException: Connection refused | java.net.ConnectException: Connection"
            + " refused",
        "order 17 of 12,50 EUR | order # of #,# EUR",
        "a.b.Http2Exception: stream 3 of host-7.acme.com:8443 | a.b.Http2Exception: stream # of"
            + " host-7.acme.com:#",
        "x.E$Inner1: no | x.E$Inner1: no",
        "NotFoundException: id=019ab2c4-1111-7000-8000-00000000000a | NotFoundException: id=#",
        "account 'DE89 3704' isn't known | account # isn't known",
        "said \"no, 5 times\" and hung up | said # and hung up",
        "cut off in \"the midst | cut off in #",
        "DE89370400440532013000 | #",
        "order17.partner: refused | # refused",
        "costs $5 or \\ more | costs # or \\ more",
      })
  void numbersIdsAndQuotedValuesAreRemoved(String error, String cause) {
    assertThat(ErrorCause.of(error).text()).isEqualTo(cause);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '^',
      value = {
        "bank-7.example.com doesn't answer | bank-7.example.com doesn't answer",
        "GET https://api.bank2.example.com:8443/v1/pay/17: 503 | GET"
            + " https://api.bank2.example.com:#/#/pay/#: #",
        "Connect to s3.amazonaws.com/10.0.0.7:443 failed | Connect to s3.amazonaws.com/#:# failed",
        "user17@acme.com is unknown | #@acme.com is unknown",
        "no pod payout-7d9f8b6c5-x2x4z.svc.local | no pod #.svc.local",
        "invoice-2024-001.pdf is missing | # is missing",
        "10.0.0.1 refused | # refused",
        "version 1.2.3-rc1 | version #",
      })
  void namesOfHostsStay(String error, String cause) {
    assertThat(ErrorCause.of(error).text()).isEqualTo(cause);
  }

  @Test
  void onlyTheFirstLineCounts() {
    assertThat(ErrorCause.of("no\n\tat Somewhere.java:12\n")).isEqualTo(ErrorCause.of("no"));
    assertThat(ErrorCause.of("\nno").text()).isEmpty();
    assertThat(ErrorCause.of("").text()).isEmpty();
  }

  @Test
  void causeIsShortAndDependsOnlyOnTheBeginning() {
    String error = "it didn't work out ".repeat(1_000);
    assertThat(ErrorCause.of(error).text()).hasSize(ErrorCause.MAX_LENGTH);
    assertThat(ErrorCause.of(error.substring(0, 500))).isEqualTo(ErrorCause.of(error));
    assertThat(ErrorCause.of(error).id()).hasSize(36);
  }
}
