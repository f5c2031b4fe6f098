package dev.baton.examples.payouts.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CsvReaderTest {

  @Test
  void plainFieldsKeepTheirBlanks() throws IOException {
    assertThat(read("a, b ,,d\n")).containsExactly(CsvRecord.of(1, List.of("a", " b ", "", "d")));
  }

  @Test
  void quotedFieldsMayContainCommasQuotesAndLineBreaks() throws IOException {
    assertThat(read("\"a,b\",\"say \"\"hi\"\"\",\"two\r\nlines\"\r\nnext,x,y"))
        .containsExactly(
            CsvRecord.of(1, List.of("a,b", "say \"hi\"", "two\r\nlines")),
            CsvRecord.of(3, List.of("next", "x", "y")));
  }

  @Test
  void linesMayEndWithLfCrLfOrNothing() throws IOException {
    assertThat(read("a\nb\r\nc"))
        .containsExactly(
            CsvRecord.of(1, List.of("a")),
            CsvRecord.of(2, List.of("b")),
            CsvRecord.of(3, List.of("c")));
  }

  @Test
  void emptyLinesCountAsLinesButNotAsRecords() throws IOException {
    assertThat(read("a\n\n\r\nb\n\n\n"))
        .containsExactly(CsvRecord.of(1, List.of("a")), CsvRecord.of(4, List.of("b")));
  }

  @Test
  void aQuotedEmptyFieldIsARecord() throws IOException {
    assertThat(read("\"\"\n")).containsExactly(CsvRecord.of(1, List.of("")));
  }

  @Test
  void aByteOrderMarkIsNotPartOfTheFirstField() throws IOException {
    assertThat(read("\uFEFFid,x\n\uFEFFid,y"))
        .containsExactly(
            CsvRecord.of(1, List.of("id", "x")), CsvRecord.of(2, List.of("\uFEFFid", "y")));
  }

  @Test
  void textIsReadAsUtf8() throws IOException {
    assertThat(read("Zoë,日本,💶\n")).containsExactly(CsvRecord.of(1, List.of("Zoë", "日本", "💶")));
  }

  @Test
  void invalidUtf8BreaksOnlyItsRecord() throws IOException {
    byte[] bytes = "a,b\nX,c\nd,e\n".getBytes(StandardCharsets.ISO_8859_1);
    bytes[4] = (byte) 0xE4;
    List<CsvRecord> records = read(bytes);
    assertThat(records).hasSize(3);
    assertThat(records.get(1)).isEqualTo(CsvRecord.broken(2, "it isn't UTF-8"));
    assertThat(records.get(2).fields()).containsExactly("d", "e");
  }

  @Test
  void unclosedQuoteBreaksOnlyItsLine() throws IOException {
    assertThat(read("a,b\nc,\"d\ne,f\ng,h\n"))
        .containsExactly(
            CsvRecord.of(1, List.of("a", "b")),
            CsvRecord.broken(2, "a quote is opened and never closed"),
            CsvRecord.of(3, List.of("e", "f")),
            CsvRecord.of(4, List.of("g", "h")));
  }

  @Test
  void quoteThatReachesNextQuotedFieldBreaksOnlyItsLine() throws IOException {
    assertThat(read("a,\"b\nc,\"d\"\n"))
        .containsExactly(
            CsvRecord.broken(1, "text follows a closing quote"),
            CsvRecord.of(2, List.of("c", "d")));
  }

  @Test
  void quoteInsidePlainFieldIsText() throws IOException {
    assertThat(read("5\" disk,x\n")).containsExactly(CsvRecord.of(1, List.of("5\" disk", "x")));
  }

  @Test
  void endlessLineDoesNotFillTheMemory() throws IOException {
    List<CsvRecord> records = read("x".repeat(3 * CsvLines.LONGEST) + "\na,b\n");
    assertThat(records.get(0).problem()).contains("longer than");
    assertThat(records.get(1)).isEqualTo(CsvRecord.of(2, List.of("a", "b")));
  }

  private static List<CsvRecord> read(String text) throws IOException {
    return read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static List<CsvRecord> read(byte[] bytes) throws IOException {
    List<CsvRecord> records = new ArrayList<>();
    try (CsvReader reader = new CsvReader(new ByteArrayInputStream(bytes))) {
      for (CsvRecord next = reader.next(); next != null; next = reader.next()) {
        records.add(next);
      }
    }
    return records;
  }
}
