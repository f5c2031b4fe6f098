package dev.baton.examples.spring;

import java.util.UUID;

/**
 * A partner is to get an amount.
 *
 * @param id chosen by who asks for it, so that asking twice does no harm
 */
public record Payout(UUID id, String partner, long cents) {
  public Payout {
    if (partner.isBlank() || cents <= 0) {
      throw new IllegalArgumentException("A payout needs a partner and a positive amount");
    }
  }
}
