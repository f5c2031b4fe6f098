package dev.baton.examples.spring;

import java.io.IOException;

/** Moves the money. The bank recognizes a repeated request by its key, and pays once. */
public interface Bank {
  void pay(Payout payout, String idempotencyKey) throws IOException;
}
