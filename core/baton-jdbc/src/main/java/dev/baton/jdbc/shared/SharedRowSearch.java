package dev.baton.jdbc.shared;

import java.util.List;
import java.util.UUID;

/**
 * Describes how a search for finished tasks reads the shared rows.
 *
 * @param sqlName name of the SQL statement; it has places for the rows ({@code {begin}}), for the
 *     search's conditions on {@code f}, and for its order
 * @param window name of the SQL statement that returns the end times of a given number of these
 *     rows
 * @param count name of the SQL statement that counts the tasks in a given number of these rows
 * @param begin condition that selects the rows to read, with one parameter for each of {@code ids}
 * @param ids ids to bind to {@code begin}, before all other parameters
 */
public record SharedRowSearch(
    String sqlName, String window, String count, String begin, List<UUID> ids) {}
