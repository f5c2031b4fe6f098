package dev.baton.examples.payouts;

import dev.baton.examples.payouts.input.Payout;
import tools.jackson.databind.json.JsonMapper;

/** Reads and writes a payout as the payload of its task. */
final class PayoutJson {
  private static final JsonMapper JSON = JsonMapper.shared();

  private PayoutJson() {}

  static String write(Payout payout) {
    return JSON.writeValueAsString(payout);
  }

  static Payout read(String json) {
    return JSON.readValue(json, Payout.class);
  }
}
