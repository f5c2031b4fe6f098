package dev.baton.examples.spring;

import java.security.Principal;
import java.util.UUID;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/** Payouts by REST. */
@RestController
@RequestMapping("/payouts")
class PayoutController {
  private final PayoutService payouts;

  PayoutController(PayoutService payouts) {
    this.payouts = payouts;
  }

  /** Returns as soon as the payout is committed; it is paid later. */
  @PostMapping
  ResponseEntity<Payout> request(@RequestBody Payout payout) {
    payouts.request(payout);
    return ResponseEntity.accepted().body(payout);
  }

  /** Needs the role OPERATOR: see {@link Security}. */
  @PostMapping("/{id}/approval")
  ResponseEntity<String> approve(@PathVariable UUID id, Principal person) {
    return ResponseEntity.ok(payouts.approve(id, person.getName()).name());
  }

  @GetMapping("/{id}")
  ResponseEntity<String> status(@PathVariable UUID id) {
    return ResponseEntity.of(payouts.status(id));
  }
}
