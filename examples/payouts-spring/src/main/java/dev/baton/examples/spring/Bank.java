package dev.baton.examples.spring;

import java.io.IOException;

/** Who moves the money. It knows a repeated request by its key, and pays once. */
public interface Bank {
  void pay(Payout payout, String idempotencyKey) throws IOException;
}
