package dev.baton.task;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FlowTest {
  @Test
  void skippingATypeLeavesItsFlowsOutAndNoOtherTypes() {
    Flow last = new Flow("T", "k0999");
    Flow next = last.skippingItsType();
    assertThat(next).isGreaterThan(last).isGreaterThan(new Flow("T", "zzz"));
    assertThat(next).isLessThan(new Flow("T x", "")).isLessThan(new Flow("T!", ""));
    assertThat(next).isLessThan(new Flow("U", ""));
  }

  @Test
  void skippingNeverGoesBack() {
    Flow unusual = new Flow("T", "~~");
    assertThat(unusual.skippingItsType()).isEqualTo(unusual);
    Flow foreign = new Flow("T", "ü");
    assertThat(foreign.skippingItsType()).isEqualTo(foreign);
  }
}
