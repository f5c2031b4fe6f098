package dev.baton.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.task.Bytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Derived ids are a stored contract: equal parts make equal ids in every process. */
class DerivedIdTest {
  private enum Color {
    RED {
      @Override
      public String toString() {
        return "the red one";
      }
    },
    GREEN
  }

  private record Names(List<String> names) {}

  private record Order(String partner, @Nullable Integer line) {}

  /** A record with the same components in another order and another class name. */
  private record Moved(@Nullable Integer line, String partner) {}

  private record Inner(Map<String, Object> by) {}

  private record Throwing(String value) {
    @Override
    public String value() {
      throw new IllegalStateException("secret");
    }
  }

  @Test
  void differentValuesHaveDifferentIdsEvenIfTheirTextIsEqual() {
    List<List<?>> all = new ArrayList<>();
    all.add(List.of());
    all.add(List.of("a", "b"));
    all.add(List.of("a, b"));
    all.add(List.of(List.of("a", "b")));
    all.add(List.of(List.of("a, b")));
    all.add(List.of("[a, b]"));
    all.add(List.of(new Names(List.of("a", "b"))));
    all.add(List.of(new Names(List.of("a, b"))));
    all.add(List.of(Set.of("a", "b")));
    all.add(List.of("a", "bc"));
    all.add(List.of("ab", "c"));
    all.add(List.of(List.of("a"), "b"));
    all.add(Collections.singletonList(null));
    all.add(List.of("null"));
    all.add(List.of(""));
    all.add(List.of(1));
    all.add(List.of("1"));
    all.add(List.of(BigDecimal.ONE));
    all.add(List.of(true));
    all.add(List.of("true"));
    all.add(List.of(Color.GREEN));
    all.add(List.of("GREEN"));
    all.add(List.of(new byte[] {49}));
    all.add(List.of(Year.of(1)));
    all.add(List.of(Map.of("partner", "P")));
    all.add(List.of(new Order("P", null)));
    all.add(List.of(new Order("P", 0)));
    all.add(List.of(LocalDate.EPOCH));
    all.add(List.of("1970-01-01"));
    all.add(List.of(Instant.EPOCH));
    all.add(List.of(OffsetDateTime.parse("1970-01-01T00:00:00Z")));
    all.add(List.of(new UUID(0, 1)));
    all.add(List.of("00000000-0000-0000-0000-000000000001"));
    Map<UUID, List<?>> seen = new LinkedHashMap<>();
    for (List<?> parts : all) {
      assertThat(seen.put(DerivedId.of("T", parts), parts)).as("%s", parts).isNull();
    }
    assertThat(DerivedId.of("T", List.of("U"))).isNotEqualTo(DerivedId.of("TU", List.of()));
  }

  @Test
  void equalValuesHaveOneIdHoweverTheyAreMade() {
    same(new byte[] {1, 2}, new byte[] {1, 2});
    same(new byte[] {1, 2}, Bytes.of(new byte[] {1, 2}));
    same(1, 1L);
    same((byte) 1, BigInteger.ONE);
    same(new BigDecimal("1.50"), new BigDecimal("1.5"));
    same(new BigDecimal("0.00"), BigDecimal.ZERO);
    same(new BigDecimal("1E+3"), new BigDecimal("1000"));
    same(List.of("a"), new ArrayList<>(List.of("a")));
    same(new Order("P", 1), new Moved(1, "P"));
    Map<String, Object> oneWay = new LinkedHashMap<>();
    oneWay.put("a", 1);
    oneWay.put("bb", List.of());
    Map<String, Object> theOtherWay = new LinkedHashMap<>();
    theOtherWay.put("bb", List.of());
    theOtherWay.put("a", 1);
    same(oneWay, theOtherWay);
    same(oneWay, new TreeMap<>(theOtherWay));
    same(new LinkedHashSet<>(List.of("a", "b", "c")), new LinkedHashSet<>(List.of("c", "b", "a")));
    same(new HashSet<>(List.of("a", "b")), Set.of("b", "a"));
  }

  private static void same(Object one, Object other) {
    assertThat(DerivedId.of("T", List.of(one)))
        .as("%s and %s", one, other)
        .isEqualTo(DerivedId.of("T", List.of(other)));
  }

  /** Returns ids from an independent implementation of docs/ids.md. They must never change. */
  static Stream<Arguments> golden() {
    return Stream.of(
        Arguments.of("no parts", List.of(), "af70801b-a18e-8052-97a4-9c592b973663"),
        Arguments.of("text", List.of("Łódź"), "1230cd1f-253f-8559-8075-51ba1c3447fd"),
        Arguments.of("emoji", List.of("\uD83D\uDE00"), "0fe588e8-2d3d-84d7-a063-f81be7cf0e56"),
        Arguments.of("two texts", List.of("a", "b"), "7a9060fe-f6f7-828b-a98d-709092b931ae"),
        Arguments.of(
            "null", Collections.singletonList(null), "ea1aa4f4-2377-8d70-a2d9-39b480dd7fdd"),
        Arguments.of("int", List.of(-4711), "a1ae709c-98a9-883e-accf-9d820dafaf4d"),
        Arguments.of(
            "big int", List.of(BigInteger.TWO.pow(100)), "e1044751-7f93-80f9-b79e-2ee2b87270d2"),
        Arguments.of(
            "decimal", List.of(new BigDecimal("-10.50")), "c477a9cc-5fbc-8e87-b3b0-23054dc1d939"),
        Arguments.of(
            "thousand", List.of(new BigDecimal("1000")), "164ac82c-dd1b-8a1e-8b75-a4790035c171"),
        Arguments.of(
            "zero", List.of(new BigDecimal("0.00")), "f652e9ea-f1f6-8ae0-9413-7b3637ed3f3b"),
        Arguments.of("boolean", List.of(true, false), "ca4147d4-d025-83b9-b046-8e6d36ba6bda"),
        Arguments.of(
            "uuid",
            List.of(UUID.fromString("0190a5f0-0000-7000-8000-00000000002a")),
            "6d4217ca-bf30-8fbd-a967-6e7fc61f9475"),
        Arguments.of("enum", List.of(Color.RED), "dc40dac2-2495-8a4c-b220-569f2d05b54d"),
        Arguments.of(
            "bytes",
            List.of("abc".getBytes(StandardCharsets.UTF_8)),
            "7ef864c4-544b-8d1c-a7c8-50bb79056842"),
        Arguments.of(
            "instant",
            List.of(Instant.parse("2026-11-25T05:00:00.5Z")),
            "b2fe565f-f848-8948-8ac8-cbf43de8b94c"),
        Arguments.of(
            "date", List.of(LocalDate.of(2026, 11, 25)), "bc42e87e-c7e0-8ff4-af2f-035870b01484"),
        Arguments.of("time", List.of(LocalTime.of(5, 0)), "ad9ff340-fc32-8612-8c0b-2b8758eab7d5"),
        Arguments.of(
            "date and time",
            List.of(LocalDateTime.of(2026, 11, 25, 5, 0)),
            "7c2290c2-a21a-8a8d-8752-7f4cb71d80c9"),
        Arguments.of(
            "offset",
            List.of(OffsetDateTime.parse("2026-11-25T05:00:00+01:00")),
            "13b2a591-9733-82e6-b290-122f216adb8e"),
        Arguments.of(
            "zoned",
            List.of(ZonedDateTime.parse("2026-11-25T05:00:00+01:00[Europe/Berlin]")),
            "052fc1ca-8d91-86b7-be46-94f53a2e7198"),
        Arguments.of("year", List.of(Year.of(2026)), "e44162f2-d7e1-8a01-8efd-4db34e1d980b"),
        Arguments.of(
            "month", List.of(YearMonth.of(2026, 3)), "a5f93699-cb7c-8d1a-b3f4-32ab2ee1d549"),
        Arguments.of(
            "duration", List.of(Duration.ofMinutes(90)), "4056b0c5-cfac-8e4a-a1c8-d5f621e3f123"),
        Arguments.of("period", List.of(Period.ofMonths(3)), "190bd9ec-205e-8989-bb43-ceec53d695ba"),
        Arguments.of("list", List.of(List.of("a", 1)), "2b4b34d7-a18c-8fdb-99e9-fbd3a3d08e6a"),
        Arguments.of(
            "set", List.of(Set.of("b", "a", "cc")), "08bb3a3e-7bba-832e-9bbe-95b4eeecac5d"),
        Arguments.of(
            "map", List.of(Map.of("b", 1, "aa", 2)), "bf0b47e7-05b1-8dd6-88c2-b52d45acebc3"),
        Arguments.of(
            "record", List.of(new Order("P", null)), "5872a0cf-451c-8720-9589-0eec50f24060"),
        Arguments.of(
            "record in a list",
            List.of(List.of(new Names(List.of("a, b")))),
            "b5277f96-a566-834e-b1eb-7577e443e430"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void golden(String name, List<?> parts, String id) {
    assertThat(DerivedId.of("PAYOUT", parts)).hasToString(id);
  }

  @Test
  void ambiguousValueIsRefusedWithPathAndClassButWithoutValue() {
    refused("part 1", "java.lang.Double", 47.11);
    refused("part 1", "java.lang.Float", 47.11f);
    refused("part 1", "java.util.Date", new java.util.Date());
    refused("part 1", "int[]", new int[] {4711});
    refused("part 1", "java.lang.String[]", (Object) new String[] {"4711"});
    refused("part 1", "java.util.Optional", Optional.of("4711"));
    refused("part 1", "java.lang.Object", new Object());
    refused("part 1", "java.lang.StringBuilder", new StringBuilder("4711"));
    refused("part 1[2]", "java.lang.Double", List.of("a", "b", 47.11));
    refused("part 1.by.value[0]", "java.lang.Double", new Inner(Map.of("4711", List.of(47.11))));
    refused("part 1.key", "java.lang.Double", Map.of(47.11, 1));
    refused("part 1.element", "java.lang.Double", Set.of(47.11));
  }

  @Test
  void brokenValueIsRefusedWithItsPath() {
    assertThatThrownBy(() -> DerivedId.of("PAYOUT", List.of("\uD800")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("part 0")
        .hasMessageContaining("surrogate");
    assertThatThrownBy(() -> DerivedId.of("PAYOUT", List.of(new Throwing("x"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("part 0.value")
        .hasMessageNotContaining("secret");
    List<Object> deep = new ArrayList<>();
    deep.add(deep);
    assertThatThrownBy(() -> DerivedId.of("PAYOUT", deep))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("deeper than");
  }

  private static void refused(String path, String type, Object part) {
    TaskType<Void, Void> once =
        TaskType.of("PAYOUT").unique(nothing -> Unique.idFrom("4711", part));
    assertThatThrownBy(() -> once.with(null))
        .as(type)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("PAYOUT")
        .hasMessageContaining(path + " is a " + type)
        .hasMessageNotContaining("47");
  }
}
