package dev.baton.examples.spring;

import java.util.UUID;

/**
 * An amount for a partner.
 *
 * @param id chosen by the caller, so that a repeated request adds nothing
 */
public record Payout(UUID id, String partner, long cents) {
  public Payout {
    if (partner.isBlank() || cents <= 0) {
      throw new IllegalArgumentException("A payout needs a partner and a positive amount");
    }
  }
}
