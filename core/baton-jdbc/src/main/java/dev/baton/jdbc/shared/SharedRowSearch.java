package dev.baton.jdbc.shared;

import java.util.List;
import java.util.UUID;

/**
 * How a search for finished tasks gets at the rows that they share.
 *
 * @param verb the SQL statement; it has places for the rows ({@code {begin}}), for the search's own
 *     conditions on {@code f}, and for its order
 * @param window the SQL statement that finds when the next so many of those rows had ended
 * @param count the SQL statement that counts the tasks of so many of those rows
 * @param begin which rows come into question: a condition with a place for each of the ids
 * @param ids what is bound in it, before all else
 */
public record SharedRowSearch(
    String verb, String window, String count, String begin, List<UUID> ids) {}
