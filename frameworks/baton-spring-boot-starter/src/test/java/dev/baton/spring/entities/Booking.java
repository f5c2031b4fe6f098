package dev.baton.spring.entities;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** A business row of the tests. */
@Entity
public class Booking {
  @Id private String name;

  protected Booking() {}

  public Booking(String name) {
    this.name = name;
  }

  public String name() {
    return name;
  }
}
